/* What the files of the keeper share. One thread, one loop: what comes from inside is read by
 * libmicrohttpd, what goes to the upstream by libcurl, and an exchange is one request on its way
 * through both. Each side is held back while the other is slower, so an exchange holds no more than
 * two buffers of CB_HOLD_SIZE. */
#ifndef CB_KEEPER_KEEPER_H
#define CB_KEEPER_KEEPER_H

#include "formats/keeper-record.h"
#include "formats/model-headers.h"
#include "keeper/judge.h"
#include "keeper/key.h"
#include "vocab/keeper.h"

#include <curl/curl.h>
#include <microhttpd.h>
#include <stdbool.h>

/* At least CURL_MAX_WRITE_SIZE, or nothing would ever fit. */
#define CB_HOLD_SIZE (2 * CURL_MAX_WRITE_SIZE)

/* Bytes that one side has given and the other has not taken. */
struct cb_hold {
	size_t begin, end;
	char bytes[CB_HOLD_SIZE];
};

enum cb_stage {
	CB_STAGE_FREE,
	CB_STAGE_HEAD,   /* its head has not come */
	CB_STAGE_LINGER, /* it was refused, and may not have read so */
	CB_STAGE_OPEN,   /* it is the libraries' */
};

/* What a connection is suspended for. */
enum cb_wait { CB_WAIT_NOTHING, CB_WAIT_ROOM, CB_WAIT_ANSWER, CB_WAIT_BYTES };

struct cb_exchange {
	struct cb_keeper *keeper;
	enum cb_stage stage;
	int client;
	uint64_t deadline; /* of HEAD and LINGER */

	const struct cb_keeper_row *row;
	struct MHD_Connection *connection;
	enum cb_wait wait;
	bool begun;      /* its head has been read once more, by the library */
	bool gone;       /* the client */
	bool body_ended; /* all of it has come from the client */
	struct MHD_Response *response;
	unsigned status;
	struct cb_hold *up, *down;

	CURL *easy; /* NULL: it has ended */
	struct curl_slist *headers, key_header;
	bool up_paused, down_paused;
	uint64_t sent;   /* bytes of the body that the upstream was given */
	const char *why; /* the upstream's answer is not passed on; NULL: for no reason of ours */
	bool broken;     /* it ended before all of the answer had come */

	bool scans;
	struct cb_usage_scan scan;
	struct cb_usage counted; /* what of it is in the record already */
};

struct cb_keeper {
	const struct cb_keeper_policy *policy;
	const struct cb_key *key;
	int listener, life, state, events;
	uint64_t now, upstream_due, record_due; /* ms; UINT64_MAX: never */
	bool again;                             /* there is more to do without waiting */
	uint32_t full; /* so many are in, and none more before one has gone */
	struct MHD_Daemon *inside;
	CURLM *upstream;
	struct cb_keeper_record record;
	struct cb_exchange *exchanges;
	char head[CB_HTTP_HEAD_MAX];
};

/* What an event is about, with the number of an exchange or of a socket of the upstream's. */
enum cb_event {
	CB_EVENT_LIFE,
	CB_EVENT_LISTENER,
	CB_EVENT_INSIDE,
	CB_EVENT_EXCHANGE,
	CB_EVENT_UPSTREAM
};

/* serve.c: the loop, until the sandbox has ended. */
bool cb_serve_start(struct cb_keeper *keeper);
void cb_serve(struct cb_keeper *keeper);
bool cb_events_set(const struct cb_keeper *keeper, int operation, int fd, uint32_t events,
		   enum cb_event what, uint32_t which);

/* gate.c: a connection until its head has come, and after a refusal. */
void cb_gate_accept(struct cb_keeper *keeper);
void cb_gate_step(struct cb_exchange *exchange);
void cb_gate_expire(struct cb_exchange *exchange);
void cb_gate_reopen(struct cb_keeper *keeper);

/* inside.c: the side of the agent. */
bool cb_inside_start(struct cb_keeper *keeper);
bool cb_inside_open(struct cb_exchange *exchange);
void cb_inside_hang_up(struct cb_exchange *exchange);
void cb_exchange_release(struct cb_exchange *exchange);
void cb_inside_balance(struct cb_exchange *exchange);
bool cb_inside_begin_answer(struct cb_exchange *exchange, unsigned status, curl_off_t size);
void cb_inside_refuse(struct cb_exchange *exchange, const char *why);

/* pool.c: the connections to the model's API. */
bool cb_pool_start(struct cb_keeper *keeper);
void cb_pool_step(struct cb_keeper *keeper, curl_socket_t socket, uint32_t events);

/* upstream.c: a request to it. */
bool cb_upstream_open(struct cb_exchange *exchange, const struct cb_http_head *head);
void cb_upstream_balance(struct cb_exchange *exchange);
void cb_upstream_close(struct cb_exchange *exchange);
void cb_upstream_finish(struct cb_exchange *exchange, CURLcode result);

/* account.c: the record, and its file. */
void cb_account_changed(struct cb_keeper *keeper);
void cb_account_usage(struct cb_exchange *exchange);
void cb_account_end(struct cb_exchange *exchange);
void cb_account_save(struct cb_keeper *keeper);

/* confine.c: gives up all that serving does not need. false: the kernel would not. */
bool cb_keeper_hide(void);
bool cb_keeper_confine(const struct cb_keeper_policy *policy, int state);

#endif
