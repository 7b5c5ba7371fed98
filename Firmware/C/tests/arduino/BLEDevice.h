/* Of the library BLE of Arduino for the ESP32, 3.x (BLEDevice.h, BLEServer.h, BLECharacteristic.h, BLEDescriptor.h), what the
 * example uses. */
#pragma once
#include "Arduino.h"

class BLEDescriptor;
class BLECharacteristic;
class BLEServer;

class BLEDescriptorCallbacks {
public:
    virtual ~BLEDescriptorCallbacks();
    virtual void onWrite(BLEDescriptor *descriptor);
};

class BLEDescriptor {
public:
    BLEDescriptor(const char *uuid, uint16_t room = 100);
    virtual ~BLEDescriptor();
    uint8_t *getValue() const;
    size_t getLength() const;
    void setCallbacks(BLEDescriptorCallbacks *callbacks);
};

class BLECharacteristicCallbacks {
public:
    virtual ~BLECharacteristicCallbacks();
    virtual void onRead(BLECharacteristic *characteristic);
    virtual void onWrite(BLECharacteristic *characteristic);
};

class BLECharacteristic {
public:
    static const uint32_t PROPERTY_READ = 1 << 0;
    static const uint32_t PROPERTY_WRITE = 1 << 1;
    static const uint32_t PROPERTY_NOTIFY = 1 << 2;
    void addDescriptor(BLEDescriptor *descriptor);
    void setCallbacks(BLECharacteristicCallbacks *callbacks);
    uint8_t *getData();
    size_t getLength();
    void setValue(const uint8_t *data, size_t count);
    void notify();
};

class BLEService {
public:
    BLECharacteristic *createCharacteristic(const char *uuid, uint32_t properties);
    void start();
};

class BLEServerCallbacks {
public:
    virtual ~BLEServerCallbacks();
    virtual void onConnect(BLEServer *server);
    virtual void onDisconnect(BLEServer *server);
};

class BLEServer {
public:
    BLEService *createService(const char *uuid);
    void setCallbacks(BLEServerCallbacks *callbacks);
    void disconnect(uint16_t connection);
    uint16_t getConnId();
    uint16_t getPeerMTU(uint16_t connection);
};

class BLEAdvertising {
public:
    void addServiceUUID(const char *uuid);
    void setScanResponse(bool has_one);
};

class BLEDevice {
public:
    static void init(const String &name);
    static int setMTU(uint16_t mtu);
    static BLEServer *createServer();
    static BLEAdvertising *getAdvertising();
    static void startAdvertising();
    static void stopAdvertising();
};
