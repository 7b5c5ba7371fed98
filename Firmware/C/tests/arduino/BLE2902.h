/* Of the library BLE of Arduino for the ESP32, 3.x: the descriptor by which a client subscribes. */
#pragma once
#include "BLEDevice.h"

class BLE2902 : public BLEDescriptor {
public:
    BLE2902();
};
