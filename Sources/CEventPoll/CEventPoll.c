#include "CEventPoll.h"
