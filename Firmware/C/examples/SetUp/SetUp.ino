// An ESP32 that is set up over Bluetooth: with Arduino for the ESP32, 3.x, and its libraries BLE, WiFi and Preferences.
// It goes on the air as "Barn sensor", takes a network and its passphrase, keeps them once they have worked, and joins
// that network by itself after a restart. `gangway_clear_credentials(now())`, with `lock` held, is for a button.
//
// What this sketch leaves to a product: Preferences are not encrypted unless the NVS is, one client is connected at
// a time, and a network whose name has a zero byte cannot be joined.
#include <Arduino.h>
#include <BLE2902.h>
#include <BLEDevice.h>
#include <Preferences.h>
#include <WiFi.h>
#include <gangway_device.h>

#include <cstdio>
#include <cstring>
#include <mutex>

static const char *const NAME = "Barn sensor";
static std::mutex lock;  // Bluetooth calls from a task of its own, the device's end takes one at a time
static BLEServer *server;
static BLECharacteristic *characteristics[5];  // by the protocol's number
static uint32_t client;                        // the present one, or the last
static bool isConnected;

static gangway_instant now() { return millis(); }

// Where numbers come from Arduino's libraries, which have wider ones.
template <typename Narrow, typename Wide> static Narrow narrow(Wide value) { return static_cast<Narrow>(value); }

// ---- Bluetooth ----

static bool canNotify(void *) { return true; }
static void startAdvertising(void *) { BLEDevice::startAdvertising(); }
static void stopAdvertising(void *) {
    BLEDevice::stopAdvertising();
    if (isConnected) server->disconnect(server->getConnId());
}
static void advertise(void *, uint8_t, const uint8_t *, size_t) {}  // WiFiSet says nothing there

// In pieces of what the client's MTU carries.
static void notify(void *, uint8_t, uint8_t number, const uint8_t *value, size_t count) {
    if (!isConnected || number >= 5 || characteristics[number] == nullptr) return;
    size_t mtu = server->getPeerMTU(server->getConnId()), most = mtu > 23 ? mtu - 3 : 20;
    for (size_t start = 0; start < count; start += most) {
        characteristics[number]->setValue(value + start, count - start < most ? count - start : most);
        characteristics[number]->notify();
    }
}

class Links : public BLEServerCallbacks {
    void onConnect(BLEServer *) override {
        std::lock_guard<std::mutex> held(lock);
        isConnected = true;
        gangway_client_connected(++client, now());
    }
    void onDisconnect(BLEServer *) override {
        std::lock_guard<std::mutex> held(lock);
        isConnected = false;
        gangway_client_left(client, now());
        BLEDevice::startAdvertising();  // it ends when a client connects
    }
};

class Values : public BLECharacteristicCallbacks, public BLEDescriptorCallbacks {
public:
    explicit Values(uint8_t which) : number(which) {}
    void onRead(BLECharacteristic *characteristic) override {
        std::lock_guard<std::mutex> held(lock);
        static uint8_t value[512];
        int count = gangway_read(0, number, value);
        characteristic->setValue(value, count > 0 ? narrow<size_t>(count) : 0);
    }
    void onWrite(BLECharacteristic *characteristic) override {
        std::lock_guard<std::mutex> held(lock);
        (void)gangway_written(0, number, client, 0, characteristic->getData(), characteristic->getLength(), now());
        gangway_erase(characteristic->getData(), characteristic->getLength());  // it held a passphrase
    }
    void onWrite(BLEDescriptor *subscription) override {
        std::lock_guard<std::mutex> held(lock);
        if (subscription->getLength() > 0 && (subscription->getValue()[0] & 1) != 0) {
            gangway_subscribed(0, number, client, now());
        }
    }

private:
    uint8_t number;
};

struct UUIDText {
    char text[37];
    explicit UUIDText(const uint8_t *uuid) : text() {
        for (size_t index = 0, place = 0; index < 16; index++) {
            if (index == 4 || index == 6 || index == 8 || index == 10) text[place++] = '-';
            place += narrow<size_t>(std::snprintf(text + place, sizeof text - place, "%02x", uuid[index]));
        }
    }
};

static void serve() {
    uint8_t uuid[16];
    BLEDevice::init(NAME);
    BLEDevice::setMTU(512);
    server = BLEDevice::createServer();
    server->setCallbacks(new Links);
    gangway_service_uuid(0, uuid);
    UUIDText name(uuid);
    BLEService *service = server->createService(name.text);
    for (uint8_t place = 0; place < gangway_characteristic_count(0); place++) {
        gangway_characteristic served;
        gangway_characteristic_at(0, place, &served);
        uint32_t properties = 0;
        if (served.properties & GANGWAY_READ) properties |= BLECharacteristic::PROPERTY_READ;
        if (served.properties & GANGWAY_WRITE) properties |= BLECharacteristic::PROPERTY_WRITE;
        if (served.properties & GANGWAY_NOTIFY) properties |= BLECharacteristic::PROPERTY_NOTIFY;
        BLECharacteristic *made = service->createCharacteristic(UUIDText(served.uuid).text, properties);
        Values *values = new Values(served.number);
        made->setCallbacks(values);
        if (served.properties & GANGWAY_NOTIFY) {
            BLEDescriptor *subscription = new BLE2902;
            subscription->setCallbacks(values);
            made->addDescriptor(subscription);
        }
        if (served.number < 5) characteristics[served.number] = made;
    }
    service->start();
    BLEDevice::getAdvertising()->addServiceUUID(name.text);
    BLEDevice::getAdvertising()->setScanResponse(true);
}

// ---- Wi-Fi ----

static gangway_ssid target;
static bool hasTarget, hasLeft, isScanning;
static gangway_state told;
static uint16_t found;

static bool startScan(void *, const gangway_scan_options *) {
    WiFi.scanDelete();
    isScanning = WiFi.scanNetworks(true, true) != WIFI_SCAN_FAILED;
    return isScanning;
}
static void stopScan(void *) {}  // it ends by itself
static uint16_t accessPointCount(void *) { return found; }

static uint16_t securityOf(wifi_auth_mode_t mode) {
    switch (mode) {
    case WIFI_AUTH_OPEN: return GANGWAY_OPEN;
    case WIFI_AUTH_WEP: return GANGWAY_WEP;
    case WIFI_AUTH_WPA_PSK:
    case WIFI_AUTH_WPA2_PSK:
    case WIFI_AUTH_WPA_WPA2_PSK: return GANGWAY_WPA_PERSONAL;
    case WIFI_AUTH_ENTERPRISE: return GANGWAY_WPA2_ENTERPRISE;
    case WIFI_AUTH_WPA3_PSK:
    case WIFI_AUTH_WPA2_WPA3_PSK: return GANGWAY_WPA3_PERSONAL;
    default: return narrow<uint16_t>(0x100 | mode);
    }
}

// Arduino lists them strongest first.
static void accessPoint(void *, uint16_t index, gangway_access_point *point) {
    uint8_t place = narrow<uint8_t>(index);
    std::memset(point, 0, sizeof *point);
    String name = WiFi.SSID(place);
    (void)gangway_ssid_set(&point->ssid, reinterpret_cast<const uint8_t *>(name.c_str()), name.length());
    point->security = securityOf(WiFi.encryptionType(place));
    point->signal = narrow<int8_t>(WiFi.RSSI(place));
    point->channel = narrow<uint8_t>(WiFi.channel(place));
    if (const uint8_t *bssid = WiFi.BSSID(place)) {
        std::memcpy(point->bssid, bssid, sizeof point->bssid);
        point->has_bssid = true;
    }
}

static bool join(void *, const gangway_credentials *credentials) {
    char ssid[33] = {}, passphrase[65] = {};
    if (std::memchr(credentials->ssid.bytes, 0, credentials->ssid.length) != nullptr) return false;
    std::memcpy(ssid, credentials->ssid.bytes, credentials->ssid.length);
    std::memcpy(passphrase, credentials->passphrase, credentials->passphrase_length);
    target = credentials->ssid;
    hasTarget = true;
    hasLeft = WiFi.status() != WL_CONNECTED;  // until then it says that it is connected, to the network before
    told = GANGWAY_NOT_CONFIGURED;
    WiFi.disconnect();
    WiFi.begin(
        ssid, credentials->passphrase_length > 0 ? passphrase : nullptr, credentials->channel,
        credentials->has_bssid ? credentials->bssid : nullptr);
    gangway_erase(passphrase, sizeof passphrase);
    return true;
}

static void leave(void *) {
    hasTarget = false;
    WiFi.disconnect();
}

// What Arduino says of the Wi-Fi, told where it has changed.
static void tellWiFi() {
    gangway_status status = {};
    wl_status_t present = WiFi.status();
    if (present != WL_CONNECTED) hasLeft = true;
    status.ssid = target;
    status.state = !hasTarget ? GANGWAY_DISCONNECTED : told == GANGWAY_CONNECTED ? told : GANGWAY_ASSOCIATING;
    if (hasTarget && present == WL_CONNECTED && hasLeft) {
        status.state = GANGWAY_CONNECTED;
        IPAddress address = WiFi.localIP();
        for (int index = 0; index < 4; index++) status.address[index] = address[index];
        status.signal = WiFi.RSSI();
        status.has_signal = true;
    } else if (told == GANGWAY_CONNECTED) {
        status.state = GANGWAY_DISCONNECTED;
    } else if (hasTarget && told == GANGWAY_ASSOCIATING) {
        if (present == WL_NO_SSID_AVAIL || present == WL_CONNECT_FAILED) status.state = GANGWAY_FAILED;
        if (present == WL_NO_SSID_AVAIL) status.reason = GANGWAY_NETWORK_NOT_FOUND;
        if (present == WL_CONNECT_FAILED) status.reason = GANGWAY_WRONG_PASSPHRASE;
    }
    if (status.state == told || told == GANGWAY_FAILED) return;
    told = status.state;
    gangway_wifi_changed(&status, now());
}

static void tellScan() {
    int16_t count = isScanning ? WiFi.scanComplete() : narrow<int16_t>(WIFI_SCAN_RUNNING);
    if (count == WIFI_SCAN_RUNNING) return;
    isScanning = false;
    found = count > 0 ? narrow<uint16_t>(count < 64 ? count : 64) : 0;
    gangway_scan_finished(count >= 0, now());
}

// ---- The store: two places, and one byte that says which is the network that worked and which is on trial ----

static Preferences preferences;

static uint8_t placeOf(gangway_slot slot) {
    uint8_t roles = preferences.getUChar("roles");
    return narrow<uint8_t>(slot == GANGWAY_COMMITTED ? roles & 3 : roles >> 2 & 3);
}
static const char *keyOf(uint8_t place) { return place == 1 ? "one" : "two"; }

// The one write in which a change takes place; what no role names is erased behind it.
static bool setRoles(uint8_t committed, uint8_t staged) {
    if (preferences.putUChar("roles", narrow<uint8_t>(committed | staged << 2)) != 1) return false;
    for (uint8_t place = 1; place <= 2; place++) {
        if (place != committed && place != staged && preferences.isKey(keyOf(place))) preferences.remove(keyOf(place));
    }
    return true;
}
static bool openStore(void *) { return setRoles(placeOf(GANGWAY_COMMITTED), placeOf(GANGWAY_STAGED)); }
static bool load(void *, gangway_slot slot, gangway_credentials *credentials) {
    uint8_t place = placeOf(slot);
    if (place != 1 && place != 2) return false;
    return preferences.getBytes(keyOf(place), credentials, sizeof *credentials) == sizeof *credentials;
}
static bool stage(void *, const gangway_credentials *credentials, const gangway_control_address *) {
    uint8_t committed = placeOf(GANGWAY_COMMITTED), place = committed == 1 ? 2 : 1;
    if (preferences.putBytes(keyOf(place), credentials, sizeof *credentials) != sizeof *credentials) return false;
    return placeOf(GANGWAY_STAGED) == place || setRoles(committed, place);
}
static bool commit(void *) {
    uint8_t staged = placeOf(GANGWAY_STAGED);
    return staged != 0 && setRoles(staged, 0);
}
static bool rollBack(void *) { return setRoles(placeOf(GANGWAY_COMMITTED), 0); }
static bool forget(void *) { return setRoles(0, 0); }

// ---- What the device hears ----

static void onState(void *, const gangway_status *status) { Serial.printf("state %d\n", status->state); }
static void onConnected(void *, const gangway_ssid *ssid, const uint8_t address[4]) {
    Serial.printf(
        "on %.*s as %u.%u.%u.%u\n", ssid->length, reinterpret_cast<const char *>(ssid->bytes), address[0], address[1],
        address[2], address[3]);
}
static void onFailed(void *, const gangway_ssid *ssid, gangway_reason reason) {
    Serial.printf("not on %.*s: reason %d\n", ssid->length, reinterpret_cast<const char *>(ssid->bytes), reason);
}
static void onCleared(void *) { Serial.printf("forgotten\n"); }

static gangway_board board;
static gangway_callbacks callbacks;

void setup() {
    Serial.begin(115200);
    preferences.begin("gangway");
    WiFi.persistent(false);  // what is kept, this sketch keeps
    WiFi.setAutoReconnect(false);
    WiFi.mode(WIFI_STA);
    board.can_notify = canNotify, board.start_advertising = startAdvertising;
    board.stop_advertising = stopAdvertising, board.advertise = advertise, board.notify = notify;
    board.start_scan = startScan, board.stop_scan = stopScan;
    board.access_point_count = accessPointCount, board.access_point = accessPoint;
    board.join = join, board.leave = leave;
    board.open_store = openStore, board.load = load, board.stage = stage;
    board.commit = commit, board.roll_back = rollBack, board.forget = forget;
    callbacks.state_changed = onState, callbacks.wifi_connected = onConnected;
    callbacks.connection_failed = onFailed, callbacks.credentials_cleared = onCleared;
    serve();
    std::lock_guard<std::mutex> held(lock);
    gangway_start(&board, &callbacks, now());
}

void loop() {
    {
        std::lock_guard<std::mutex> held(lock);
        tellScan();
        tellWiFi();
        gangway_poll(now());
    }
    delay(20);
}
