#include "CMosquitto.h"
#include "CLazyLibrary.h"

// What MosquittoBroker calls, of libmosquitto and of the OpenSSL that it was linked to.
#define FUNCTIONS(F)                        \
    F(ASN1_TIME_to_tm)                      \
    F(ERR_clear_error)                      \
    F(mosquitto_connect_async)              \
    F(mosquitto_connect_bind_v5)            \
    F(mosquitto_connect_v5_callback_set)    \
    F(mosquitto_destroy)                    \
    F(mosquitto_disconnect)                 \
    F(mosquitto_disconnect_v5_callback_set) \
    F(mosquitto_int_option)                 \
    F(mosquitto_lib_init)                   \
    F(mosquitto_log_callback_set)           \
    F(mosquitto_loop_misc)                  \
    F(mosquitto_loop_read)                  \
    F(mosquitto_loop_write)                 \
    F(mosquitto_message_callback_set)       \
    F(mosquitto_new)                        \
    F(mosquitto_property_add_int32)         \
    F(mosquitto_property_free_all)          \
    F(mosquitto_property_read_int16)        \
    F(mosquitto_publish_v5)                 \
    F(mosquitto_publish_v5_callback_set)    \
    F(mosquitto_socket)                     \
    F(mosquitto_subscribe_multiple)         \
    F(mosquitto_subscribe_v5_callback_set)  \
    F(mosquitto_unsubscribe_multiple)       \
    F(mosquitto_unsubscribe_v5_callback_set)\
    F(mosquitto_username_pw_set)            \
    F(mosquitto_user_data_set)              \
    F(mosquitto_void_option)                \
    F(mosquitto_want_write)                 \
    F(mosquitto_will_set)                   \
    F(SSL_alert_desc_string_long)           \
    F(SSL_CIPHER_get_name)                  \
    F(SSL_ctrl)                             \
    F(SSL_CTX_check_private_key)            \
    F(SSL_CTX_ctrl)                         \
    F(SSL_CTX_free)                         \
    F(SSL_CTX_get0_param)                   \
    F(SSL_CTX_get_ex_data)                  \
    F(SSL_CTX_new)                          \
    F(SSL_CTX_set_cert_cb)                  \
    F(SSL_CTX_set_cert_store)               \
    F(SSL_CTX_set_default_passwd_cb)        \
    F(SSL_CTX_set_ex_data)                  \
    F(SSL_CTX_set_info_callback)            \
    F(SSL_CTX_set_verify)                   \
    F(SSL_CTX_use_certificate_chain_file)   \
    F(SSL_CTX_use_PrivateKey_file)          \
    F(SSL_get_current_cipher)               \
    F(SSL_get_ex_data_X509_STORE_CTX_idx)   \
    F(SSL_get_SSL_CTX)                      \
    F(SSL_get_version)                      \
    F(TLS_client_method)                    \
    F(X509_get0_notAfter)                   \
    F(X509_get0_notBefore)                  \
    F(X509_get_issuer_name)                 \
    F(X509_get_subject_name)                \
    F(X509_NAME_oneline)                    \
    F(X509_STORE_CTX_get_current_cert)      \
    F(X509_STORE_CTX_get_error)             \
    F(X509_STORE_CTX_get_ex_data)           \
    F(X509_STORE_free)                      \
    F(X509_STORE_load_file)                 \
    F(X509_STORE_new)                       \
    F(X509_STORE_set_default_paths)         \
    F(X509_verify_cert_error_string)        \
    F(X509_VERIFY_PARAM_set1_host)          \
    F(X509_VERIFY_PARAM_set1_ip)            \
    F(X509_VERIFY_PARAM_set1_ip_asc)        \
    F(X509_VERIFY_PARAM_set_hostflags)      \
    F(X509_VERIFY_PARAM_set_time)

GANGWAY_LAZY_LIBRARY(gangway_open_mosquitto, "libmosquitto.so.1", FUNCTIONS)
