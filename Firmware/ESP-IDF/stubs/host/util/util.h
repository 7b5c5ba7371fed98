#pragma once
int ble_hs_util_ensure_addr(int prefer_random);
