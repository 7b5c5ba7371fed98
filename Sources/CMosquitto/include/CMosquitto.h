#ifndef GANGWAY_CMOSQUITTO_H
#define GANGWAY_CMOSQUITTO_H

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/// Opens libmosquitto, and with it the OpenSSL that it was linked to, which has to be done before anything of either is called;
/// they are not linked (CLazyLibrary.h). NULL when they are open, otherwise why they are not, in words that hold until the
/// thread's next call.
const char *gangway_open_mosquitto(void);

#endif
