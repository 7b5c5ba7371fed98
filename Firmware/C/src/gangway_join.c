#include "gangway_join.h"

#include <string.h>

enum {
    PHASE_UNKNOWN = 0, /* not started, or the station went away */
    PHASE_READING,
    PHASE_SETTLED, /* no join of new credentials; the station does as it does */
    PHASE_STAGING,
    PHASE_LOOKING,  /* a scan looks for the network of the staged credentials */
    PHASE_REFINING, /* they are made safe again, with what the scan told */
    PHASE_BEGINNING,
    PHASE_JOINING,
    PHASE_COMMITTING,
    PHASE_ROLLING_BACK,
    PHASE_RETURNING, /* the station is told to join the committed network */
    PHASE_FORGETTING
};

static const gangway_step NOTHING = {GANGWAY_DO_NOTHING, GANGWAY_TELL_NOTHING, GANGWAY_REASON_UNSPECIFIED, {0, {0}}};
static const gangway_ssid NO_SSID = {0, {0}};

static gangway_step step_of(gangway_join_action action) {
    gangway_step step = NOTHING;
    step.action = action;
    return step;
}

static gangway_step report_of(gangway_report report, const gangway_ssid *ssid) {
    gangway_step step = NOTHING;
    step.report = report;
    step.ssid = *ssid;
    return step;
}

static gangway_status status_of(gangway_state state, const gangway_ssid *ssid) {
    gangway_status status;
    memset(&status, 0, sizeof status);
    status.state = state;
    status.ssid = *ssid;
    return status;
}

static void end_wait(gangway_join *join) { join->stalls_at = join->ends_at = GANGWAY_NEVER; }

static void drop(gangway_credentials *credentials, bool *is_there) {
    gangway_erase(credentials, sizeof *credentials);
    *is_there = false;
}

static void drop_credentials(gangway_join *join) {
    drop(&join->credentials, &join->has_credentials);
    drop(&join->waiting, &join->has_waiting);
}

/* Changes the status, and says whether that is to be told. */
static gangway_step tell(gangway_join *join, gangway_status status) {
    status.is_provisioned = join->kept.length > 0;
    if (gangway_status_equal(&status, &join->status)) return NOTHING;
    join->status = status;
    return report_of(GANGWAY_TELL_STATUS, &NO_SSID);
}

static gangway_step tell_state(gangway_join *join, gangway_state state, const gangway_ssid *ssid) {
    return tell(join, status_of(state, ssid));
}

/* The same for what the station says, address and reason included, but its signal only where `with_signal`. */
static gangway_step tell_live(gangway_join *join, const gangway_ssid *ssid, bool with_signal) {
    gangway_status status = join->live;
    status.ssid = *ssid;
    if (!with_signal) {
        status.has_signal = false;
        status.signal = 0;
    }
    return tell(join, status);
}

/* ---- What waits for the station ---- */

static bool is_station_busy(const gangway_join *join) {
    switch (join->phase) {
    case PHASE_UNKNOWN:
    case PHASE_SETTLED:
    case PHASE_LOOKING:
    case PHASE_JOINING: return false;
    default: return true;
    }
}

/* Begins what was asked for while the station was busy; false where nothing was. */
static bool begin_waiting(gangway_join *join, gangway_step *step) {
    if (join->must_forget) {
        join->must_forget = false;
        end_wait(join);
        join->phase = PHASE_FORGETTING;
        *step = step_of(GANGWAY_FORGET);
        return true;
    }
    if (!join->has_waiting) return false;
    join->credentials = join->waiting;
    join->has_credentials = true;
    drop(&join->waiting, &join->has_waiting);
    join->staging = join->credentials.ssid;
    end_wait(join);
    join->phase = PHASE_STAGING;
    *step = step_of(GANGWAY_STAGE);
    return true;
}

static bool is_same(const gangway_join *join, const gangway_credentials *new_ones) {
    const gangway_credentials *mine = &join->credentials;
    return join->has_credentials && gangway_ssid_equal(&mine->ssid, &new_ones->ssid) &&
        mine->passphrase_length == new_ones->passphrase_length &&
        memcmp(mine->passphrase, new_ones->passphrase, mine->passphrase_length) == 0;
}

/* ---- The network that worked ---- */

static bool is_off(const gangway_status *live) {
    return live->state == GANGWAY_NOT_CONFIGURED || live->state == GANGWAY_DISCONNECTED ||
        live->state == GANGWAY_FAILED;
}

static bool is_under_way_on(const gangway_join *join, const gangway_ssid *ssid) {
    return !is_off(&join->live) && gangway_ssid_equal(&join->live.ssid, ssid);
}

/* Whether the station is on the network that worked, or on its way to it: it never left it, or is back already. */
static bool stands(const gangway_join *join, bool is_other) {
    if (!join->has_left) return is_under_way_on(join, &join->kept);
    return join->is_live_fresh && is_other && gangway_ssid_equal(&join->live.ssid, &join->kept) &&
        join->live.state == GANGWAY_CONNECTED;
}

static gangway_step go_back(gangway_join *join) {
    join->live = status_of(GANGWAY_DISCONNECTED, &NO_SSID); /* what it said before is of the join before */
    join->has_left = false;
    join->is_returning = true;
    join->phase = PHASE_RETURNING;
    gangway_step step = tell_state(join, GANGWAY_ASSOCIATING, &join->kept);
    step.action = GANGWAY_JOIN_COMMITTED;
    return step;
}

/* What the station says while no new network is tried. One that worked and is gone is tried again from time to time. */
static gangway_step follow(gangway_join *join, gangway_instant now) {
    const gangway_status *live = &join->live;
    bool off = is_off(live);
    if (live->state == GANGWAY_CONNECTED) {
        end_wait(join);
        join->is_returning = false;
        gangway_ssid ssid = live->ssid;
        return tell_live(join, &ssid, true);
    }
    if (join->kept.length == 0) {
        if (off && join->status.state == GANGWAY_FAILED) return NOTHING; /* the last there is to tell */
        if (off) return tell_state(join, GANGWAY_NOT_CONFIGURED, &NO_SSID);
        gangway_ssid ssid = live->ssid;
        return tell_live(join, &ssid, false);
    }
    gangway_instant retry = gangway_after(now, off ? GANGWAY_RETRY_INTERVAL : GANGWAY_JOIN_LIMIT);
    if (join->ends_at == GANGWAY_NEVER || !off) join->ends_at = retry;
    if (!off || (live->state == GANGWAY_FAILED && gangway_ssid_equal(&live->ssid, &join->kept))) {
        join->is_returning = false;
        return tell_live(join, &join->kept, false);
    }
    /* That it has left another network is no news of the one it goes back to. */
    return join->is_returning ? NOTHING : tell_state(join, GANGWAY_DISCONNECTED, &join->kept);
}

static gangway_step settle(gangway_join *join, gangway_instant now) {
    join->phase = PHASE_SETTLED;
    return follow(join, now);
}

/* ---- The join ---- */

static gangway_step begin_join(gangway_join *join) {
    end_wait(join);
    /* A station that is on the very network it is to join says *connected* until it has left it. */
    join->saw_progress = !is_under_way_on(join, &join->trial);
    join->is_live_fresh = false;
    join->has_left = true;
    join->phase = PHASE_BEGINNING;
    return step_of(GANGWAY_JOIN_STAGED);
}

static gangway_step fail(gangway_join *join, gangway_reason reason) {
    end_wait(join);
    drop_credentials(join);
    join->status = status_of(GANGWAY_FAILED, &join->trial);
    join->status.reason = reason;
    join->status.is_provisioned = join->kept.length > 0;
    join->phase = PHASE_ROLLING_BACK;
    gangway_step step = step_of(GANGWAY_ROLL_BACK);
    step.report = GANGWAY_TELL_FAILED;
    step.reason = reason;
    return step;
}

static gangway_step look(gangway_join *join, gangway_instant now) {
    join->saw_network = false;
    join->saw_hidden = false;
    join->seen_security = GANGWAY_SECURITY_UNSPECIFIED;
    join->seen_misfit = GANGWAY_REASON_UNSPECIFIED;
    join->phase = PHASE_LOOKING;
    join->ends_at = gangway_after(now, GANGWAY_SCAN_LIMIT + 1000); /* the scan's own limit comes first */
    return step_of(GANGWAY_SCAN);
}

/* What the station says while it joins the staged network. */
static gangway_step progress(gangway_join *join, bool is_change, gangway_instant now) {
    const gangway_status *live = &join->live;
    bool is_trial = gangway_ssid_equal(&live->ssid, &join->trial);
    if (!is_trial && live->ssid.length > 0) return NOTHING;
    if (is_change) join->stalls_at = gangway_after(now, GANGWAY_STALL_LIMIT);
    switch (live->state) {
    case GANGWAY_CONNECTED:
        if (!join->saw_progress || !is_trial) return NOTHING;
        end_wait(join);
        join->phase = PHASE_COMMITTING;
        return step_of(GANGWAY_COMMIT);
    case GANGWAY_FAILED: return fail(join, live->reason);
    case GANGWAY_ASSOCIATING:
    case GANGWAY_AUTHENTICATING:
    case GANGWAY_OBTAINING_ADDRESS:
        join->saw_progress = true;
        return tell_live(join, &join->trial, false);
    case GANGWAY_NOT_CONFIGURED:
    case GANGWAY_DISCONNECTED: join->saw_progress = true; break;
    }
    return NOTHING;
}

static bool is_hidden(const gangway_join *join) { return join->has_credentials && join->credentials.is_hidden; }

/* What a join came to that got no further. A hidden network that nothing answered for is not there. */
static gangway_reason reason_of_stall(const gangway_join *join) {
    if (join->live.state == GANGWAY_OBTAINING_ADDRESS) return GANGWAY_NO_ADDRESS;
    if (join->live.state == GANGWAY_ASSOCIATING && !join->saw_network && is_hidden(join)) {
        return GANGWAY_NETWORK_NOT_FOUND;
    }
    return GANGWAY_TIME_OUT;
}

/* ---- The scan before it ---- */

static bool is_hexadecimal(const gangway_credentials *credentials) {
    for (uint8_t index = 0; index < credentials->passphrase_length; index++) {
        uint8_t byte = credentials->passphrase[index];
        bool is_digit = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'F') || (byte >= 'a' && byte <= 'f');
        if (!is_digit) return false;
    }
    return true;
}

/* Whether a passphrase can be that of a network secured like this. */
static bool fits(const gangway_credentials *credentials, uint16_t security) {
    uint8_t count = credentials->passphrase_length;
    switch (security) {
    case GANGWAY_OPEN: return count == 0;
    case GANGWAY_WEP:
        return count == 5 || count == 13 || ((count == 10 || count == 26) && is_hexadecimal(credentials));
    case GANGWAY_WPA_PERSONAL:
    case GANGWAY_WPA3_PERSONAL:
        if (count < 8) return false;
        break;
    default:
        if (count < 1) return false;
        break;
    }
    return count <= 63 || is_hexadecimal(credentials);
}

/* Why the credentials cannot be those of a network that is secured like this; 0 where they may be. */
static gangway_reason misfit(const gangway_join *join, uint16_t security) {
    if (!join->has_credentials) return GANGWAY_REASON_UNSPECIFIED;
    if (join->credentials.ssid.length == 0) return GANGWAY_CREDENTIALS_REFUSED;
    if (security == GANGWAY_WPA2_ENTERPRISE) return GANGWAY_UNSUPPORTED_SECURITY;
    return fits(&join->credentials, security) ? GANGWAY_REASON_UNSPECIFIED : GANGWAY_CREDENTIALS_REFUSED;
}

void gangway_join_saw(gangway_join *join, const gangway_access_point *point) {
    if (join->phase != PHASE_LOOKING) return;
    bool is_wanted = gangway_ssid_equal(&point->ssid, &join->trial);
    bool hides = gangway_ssid_is_hidden(&point->ssid);
    if (!hides && !is_wanted) return;
    gangway_reason reason = misfit(join, point->security);
    /* The present network is not left for one that cannot be it. */
    if (hides && reason == GANGWAY_REASON_UNSPECIFIED) join->saw_hidden = true;
    if (!is_wanted) return;
    /* Of several that have the name, open and secured ones too, one that the credentials fit is joined. */
    bool is_better = reason == GANGWAY_REASON_UNSPECIFIED &&
        (join->seen_misfit != GANGWAY_REASON_UNSPECIFIED || point->security == GANGWAY_WPA_PERSONAL);
    if (!join->saw_network || is_better) {
        join->seen_security = point->security;
        join->seen_misfit = reason;
    }
    join->saw_network = true;
}

/* Makes credentials that a scan has changed safe once more, then joins. */
static gangway_step refined(gangway_join *join, bool is_changed) {
    end_wait(join);
    if (!join->has_credentials || !is_changed) return begin_join(join);
    join->phase = PHASE_REFINING;
    return step_of(GANGWAY_STAGE);
}

/* Takes over how the network is secured, where that was not known and the passphrase suits it. */
static bool learn(gangway_join *join, uint16_t seen) {
    gangway_credentials *mine = &join->credentials;
    bool is_open = seen == GANGWAY_OPEN;
    if (!join->has_credentials || mine->security != GANGWAY_SECURITY_UNSPECIFIED) return false;
    if (is_open != (mine->passphrase_length == 0)) return false;
    mine->security = seen;
    return true;
}

gangway_step gangway_join_scan_ended(gangway_join *join, bool complete, gangway_instant now) {
    (void)now;
    if (join->phase != PHASE_LOOKING) return NOTHING;
    if (join->saw_network && complete && join->seen_misfit != GANGWAY_REASON_UNSPECIFIED) {
        return fail(join, join->seen_misfit);
    }
    if (join->saw_network) return refined(join, learn(join, join->seen_security));
    if (!complete || is_hidden(join)) return begin_join(join);
    if (!join->saw_hidden) return fail(join, GANGWAY_NETWORK_NOT_FOUND);
    join->credentials.is_hidden = join->has_credentials;
    return refined(join, true);
}

/* ---- Requests ---- */

void gangway_join_init(gangway_join *join) {
    memset(join, 0, sizeof *join);
    join->seen_security = GANGWAY_SECURITY_UNSPECIFIED;
    end_wait(join);
}

gangway_step gangway_join_start(gangway_join *join) {
    if (join->phase != PHASE_UNKNOWN) return NOTHING;
    join->phase = PHASE_READING;
    return step_of(GANGWAY_READ_STORE);
}

gangway_step gangway_join_station_lost(gangway_join *join) {
    bool was_forgetting = join->phase == PHASE_FORGETTING || join->must_forget;
    end_wait(join);
    join->phase = PHASE_UNKNOWN;
    join->must_forget = false;
    drop_credentials(join);
    gangway_step step = NOTHING;
    if (join->status.state != GANGWAY_NOT_CONFIGURED && join->status.state != GANGWAY_FAILED) {
        if (join->kept.length > 0) join->status.ssid = join->kept;
        gangway_ssid ssid = join->status.ssid;
        step = tell_state(join, GANGWAY_DISCONNECTED, &ssid);
    }
    if (was_forgetting) step.report = GANGWAY_TELL_NOT_CLEARED;
    return step;
}

gangway_step gangway_join_requested(gangway_join *join, const gangway_credentials *credentials) {
    bool is_stored = gangway_join_is_joining(join) && join->phase != PHASE_STAGING;
    if (is_stored && !join->has_waiting && is_same(join, credentials)) {
        return report_of(GANGWAY_TELL_STORED, &credentials->ssid);
    }
    if (join->phase == PHASE_UNKNOWN) return report_of(GANGWAY_TELL_NOT_STORED, &credentials->ssid);
    join->waiting = *credentials;
    join->has_waiting = true;
    bool was_to_forget = join->must_forget;
    join->must_forget = false;
    gangway_step step = NOTHING;
    if (!is_station_busy(join)) {
        (void)begin_waiting(join, &step);
        return step;
    }
    return was_to_forget ? report_of(GANGWAY_TELL_NOT_CLEARED, &NO_SSID) : NOTHING;
}

gangway_step gangway_join_forget(gangway_join *join) {
    if (join->phase == PHASE_UNKNOWN) return report_of(GANGWAY_TELL_NOT_CLEARED, &NO_SSID);
    drop_credentials(join);
    join->must_forget = true;
    gangway_step step = NOTHING;
    if (!is_station_busy(join)) (void)begin_waiting(join, &step);
    return step;
}

gangway_step gangway_join_staged(gangway_join *join, gangway_instant now) {
    gangway_step step;
    if (join->phase == PHASE_REFINING) return begin_waiting(join, &step) ? step : begin_join(join);
    if (join->phase != PHASE_STAGING) return NOTHING;
    join->trial = join->staging;
    join->status = status_of(GANGWAY_ASSOCIATING, &join->trial);
    join->status.is_provisioned = join->kept.length > 0;
    if (!begin_waiting(join, &step)) step = look(join, now);
    step.report = GANGWAY_TELL_STORED;
    step.ssid = join->trial;
    return step;
}

gangway_step gangway_join_staging_failed(gangway_join *join, gangway_instant now) {
    gangway_step step;
    if (join->phase == PHASE_REFINING) return begin_waiting(join, &step) ? step : begin_join(join);
    if (join->phase != PHASE_STAGING) return NOTHING;
    gangway_ssid ssid = join->staging;
    if (!begin_waiting(join, &step)) {
        drop_credentials(join);
        /* The join that these credentials were to replace goes on. */
        step = join->trial.length > 0 ? begin_join(join) : settle(join, now);
    }
    step.report = GANGWAY_TELL_NOT_STORED;
    step.ssid = ssid;
    return step;
}

gangway_step gangway_join_forgotten(gangway_join *join, gangway_instant now) {
    (void)now;
    if (join->phase != PHASE_FORGETTING) return NOTHING;
    join->kept = NO_SSID;
    join->trial = NO_SSID;
    join->has_left = false;
    join->phase = PHASE_SETTLED;
    join->status = status_of(GANGWAY_NOT_CONFIGURED, &NO_SSID);
    gangway_step step = NOTHING;
    (void)begin_waiting(join, &step);
    step.report = GANGWAY_TELL_CLEARED;
    return step;
}

/* ---- The station ---- */

gangway_step gangway_join_store_read(
    gangway_join *join, const gangway_ssid *committed, const gangway_ssid *staged, gangway_instant now) {
    gangway_step step;
    if (join->phase != PHASE_READING) return NOTHING;
    join->kept = *committed;
    join->trial = *staged;
    join->has_left = false;
    if (begin_waiting(join, &step)) return step;
    if (join->trial.length > 0) {
        /* It was never confirmed: the power was cut in the middle of its join, which is taken up again. */
        step = tell_state(join, GANGWAY_ASSOCIATING, &join->trial);
        step.action = begin_join(join).action;
        return step;
    }
    if (join->kept.length > 0 && !is_under_way_on(join, &join->kept)) return go_back(join);
    return settle(join, now);
}

gangway_step gangway_join_begun(gangway_join *join, gangway_instant now) {
    gangway_step step;
    if (join->phase == PHASE_RETURNING) return begin_waiting(join, &step) ? step : settle(join, now);
    if (join->phase != PHASE_BEGINNING) return NOTHING;
    if (begin_waiting(join, &step)) return step;
    join->phase = PHASE_JOINING;
    join->stalls_at = gangway_after(now, GANGWAY_STALL_LIMIT);
    join->ends_at = gangway_after(now, GANGWAY_JOIN_LIMIT);
    return join->is_live_fresh && join->saw_progress ? progress(join, true, now) : NOTHING;
}

gangway_step gangway_join_committed(gangway_join *join, gangway_instant now) {
    gangway_step step;
    if (join->phase != PHASE_COMMITTING) return NOTHING;
    join->kept = join->trial;
    join->trial = NO_SSID;
    join->has_left = false;
    if (begin_waiting(join, &step)) return step;
    drop_credentials(join);
    return settle(join, now);
}

gangway_step gangway_join_rolled_back(gangway_join *join, gangway_instant now) {
    gangway_step step;
    if (join->phase != PHASE_ROLLING_BACK) return NOTHING;
    bool is_other = !gangway_ssid_equal(&join->trial, &join->kept);
    join->trial = NO_SSID;
    if (begin_waiting(join, &step)) return step;
    return join->kept.length > 0 && !stands(join, is_other) ? go_back(join) : settle(join, now);
}

static gangway_step reading_failed(gangway_join *join) {
    bool was_to_forget = join->must_forget;
    join->phase = PHASE_UNKNOWN;
    join->must_forget = false;
    drop(&join->credentials, &join->has_credentials);
    if (!join->has_waiting) return was_to_forget ? report_of(GANGWAY_TELL_NOT_CLEARED, &NO_SSID) : NOTHING;
    gangway_ssid refused = join->waiting.ssid;
    drop(&join->waiting, &join->has_waiting);
    return report_of(GANGWAY_TELL_NOT_STORED, &refused);
}

gangway_step gangway_join_station_failed(gangway_join *join, gangway_instant now) {
    gangway_step step;
    switch (join->phase) {
    case PHASE_READING: return reading_failed(join);
    case PHASE_BEGINNING:
    case PHASE_COMMITTING: return begin_waiting(join, &step) ? step : fail(join, GANGWAY_DEVICE_FAULT);
    case PHASE_RETURNING: join->is_returning = false; return begin_waiting(join, &step) ? step : settle(join, now);
    case PHASE_FORGETTING:
        join->is_returning = false;
        if (!begin_waiting(join, &step)) step = settle(join, now);
        step.report = GANGWAY_TELL_NOT_CLEARED;
        return step;
    default: return NOTHING;
    }
}

gangway_step gangway_join_station_changed(gangway_join *join, const gangway_status *live, gangway_instant now) {
    bool is_change = !gangway_state_equal(&join->live, live);
    join->live = *live;
    join->is_live_fresh = true;
    switch (join->phase) {
    case PHASE_JOINING: return progress(join, is_change, now);
    case PHASE_BEGINNING:
        if (!is_off(live) && live->state != GANGWAY_CONNECTED &&
            (live->ssid.length == 0 || gangway_ssid_equal(&live->ssid, &join->trial))) {
            join->saw_progress = true;
        }
        return NOTHING;
    case PHASE_SETTLED: return follow(join, now);
    default: return NOTHING;
    }
}

gangway_instant gangway_join_deadline(const gangway_join *join) {
    return join->stalls_at < join->ends_at ? join->stalls_at : join->ends_at;
}

gangway_step gangway_join_tick(gangway_join *join, gangway_instant now) {
    gangway_instant deadline = gangway_join_deadline(join);
    if (deadline == GANGWAY_NEVER || now < deadline) return NOTHING;
    switch (join->phase) {
    case PHASE_LOOKING: return begin_join(join);
    case PHASE_JOINING: return fail(join, reason_of_stall(join));
    case PHASE_SETTLED:
        end_wait(join);
        if (join->kept.length == 0) return NOTHING;
        join->is_returning = false;
        join->phase = PHASE_RETURNING;
        return step_of(GANGWAY_JOIN_COMMITTED);
    default: end_wait(join); return NOTHING;
    }
}

bool gangway_join_is_joining(const gangway_join *join) {
    switch (join->phase) {
    case PHASE_STAGING:
    case PHASE_LOOKING:
    case PHASE_REFINING:
    case PHASE_BEGINNING:
    case PHASE_JOINING:
    case PHASE_COMMITTING: return true;
    default: return false;
    }
}
