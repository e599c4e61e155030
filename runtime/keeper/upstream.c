/* The upstream's side of an exchange: one request to one host, by TLS that is verified. Nothing
 * that comes from inside chooses where it goes: of a URL it gives the path and the query. */
#include "keeper/keeper.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	CONNECT_MS = 15 * 1000,
	UNHEARD_MS = 60 * 1000,
	SILENT_SECONDS = 15 * 60,
	KEEPALIVE_SECONDS = 60,
	BUFFER = 16 * 1024,
};

/* --- a request and its answer --- */

static size_t give_body(char *into, size_t size, size_t count, void *data)
{
	struct cb_exchange *exchange = data;
	struct cb_hold *hold = exchange->up;
	size_t len = hold->end - hold->begin, room = size * count;
	if (len == 0 && !exchange->body_ended) {
		exchange->up_paused = true;
		return CURL_READFUNC_PAUSE;
	}
	if (len > room)
		len = room;
	memcpy(into, hold->bytes + hold->begin, len);
	hold->begin += len;
	exchange->sent += len;
	return len;
}

static size_t take_answer(char *bytes, size_t size, size_t count, void *data)
{
	struct cb_exchange *exchange = data;
	struct cb_hold *hold = exchange->down;
	size_t len = size * count;
	if (hold->begin == hold->end)
		hold->begin = hold->end = 0;
	if (len > sizeof hold->bytes - hold->end) {
		exchange->down_paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	memcpy(hold->bytes + hold->end, bytes, len);
	hold->end += len;
	if (exchange->scans) {
		cb_usage_scan_feed(&exchange->scan, bytes, len);
		cb_account_usage(exchange);
	}
	return len;
}

static const char *answer_header(CURL *easy, const char *name)
{
	struct curl_header *header = NULL;
	return curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK
		   ? header->value
		   : NULL;
}

/* Tokens are counted in answers that went well. One that is packed, though we ask for none that
 * are, is not passed on where there is a budget to hold. */
static bool prepare_count(struct cb_exchange *exchange, long status)
{
	const char *coding = answer_header(exchange->easy, "content-encoding");
	const char *type = answer_header(exchange->easy, "content-type");
	if (!exchange->row->counted || status != 200)
		return true;
	exchange->scans = !coding || strcasecmp(coding, "identity") == 0;
	cb_usage_scan_begin(&exchange->scan,
			    type && strncasecmp(type, "text/event-stream", 17) == 0);
	if (exchange->scans || exchange->keeper->policy->budget == 0)
		return true;
	exchange->why = "it is packed, so that its tokens cannot be counted";
	return false;
}

static bool copy_headers(struct MHD_Response *response, CURL *easy)
{
	struct curl_header *header = NULL;
	while ((header = curl_easy_nextheader(easy, CURLH_HEADER, -1, header)))
		if (cb_model_answer_header_passes(header->name) && *header->value &&
		    MHD_add_response_header(response, header->name, header->value) != MHD_YES)
			return false;
	return true;
}

/* Each line of a head; at the last one the answer begins. */
static size_t take_header(char *bytes, size_t size, size_t count, void *data)
{
	struct cb_exchange *exchange = data;
	long status = 0;
	curl_off_t body = -1;
	size_t len = size * count;
	if (exchange->response || len != 2 || memcmp(bytes, "\r\n", 2) != 0)
		return len;
	curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
	if (status < 200) /* 100 Continue, 103 Early Hints: another head follows */
		return len;
	curl_easy_getinfo(exchange->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &body);
	if (!prepare_count(exchange, status))
		return 0;
	if (cb_inside_begin_answer(exchange, (unsigned)status, body) &&
	    copy_headers(exchange->response, exchange->easy))
		return len;
	exchange->why = "its headers are too much";
	return 0;
}

/* --- opening and closing --- */

static bool add_header(struct cb_exchange *exchange, const char *line)
{
	struct curl_slist *longer = curl_slist_append(exchange->headers, line);
	if (longer)
		exchange->headers = longer;
	return longer != NULL;
}

static bool add_field(struct cb_exchange *exchange, struct cb_http_span name,
		      struct cb_http_span value)
{
	char line[CB_HTTP_HEAD_MAX + 8];
	snprintf(line, sizeof line, "%.*s: %.*s", (int)name.size, name.bytes, (int)value.size,
		 value.bytes);
	return add_header(exchange, line);
}

static bool has_field(const struct cb_http_head *head, const char *name)
{
	for (size_t i = 0; i < head->field_count; i++)
		if (cb_http_span_is_word(head->fields[i].name, name))
			return true;
	return false;
}

/* A token is taken by the API only from who asks for it to be. */
static bool add_betas(struct cb_exchange *exchange, const struct cb_http_head *head)
{
	static const char name[] = "anthropic-beta", token[] = "oauth-2025-04-20";
	struct cb_model_betas betas = { .size = 0 };
	for (size_t i = 0; i < head->field_count; i++)
		if (cb_model_header_is_beta(head->fields[i].name) &&
		    !cb_model_betas_add(&betas, head->fields[i].value))
			return false;
	return cb_model_betas_add(&betas, (struct cb_http_span) { token, sizeof token - 1 }) &&
	       add_field(exchange, (struct cb_http_span) { name, sizeof name - 1 },
			 (struct cb_http_span) { betas.list, betas.size });
}

/* The agent's that pass, ours, and first of all the key's: that line is not copied. What libcurl
 * would add by itself is switched off by its name alone. */
static bool add_headers(struct cb_exchange *exchange, const struct cb_http_head *head)
{
	const bool token = exchange->keeper->key->kind == CB_KEY_TOKEN;
	bool good = add_header(exchange, "Accept-Encoding: identity") &&
		    add_header(exchange, "Expect:") &&
		    (has_field(head, "accept") || add_header(exchange, "Accept:")) &&
		    (has_field(head, "content-type") || add_header(exchange, "Content-Type:")) &&
		    (!head->chunked || add_header(exchange, "Transfer-Encoding: chunked")) &&
		    (!token || add_betas(exchange, head));
	for (size_t i = 0; good && i < head->field_count; i++) {
		const struct cb_http_field *field = &head->fields[i];
		if (cb_model_header_passes(field->name) && field->value.size > 0 &&
		    !(token && cb_model_header_is_beta(field->name)))
			good = add_field(exchange, field->name, field->value);
	}
	/* The list is only read. */
	exchange->key_header.data = (char *)exchange->keeper->key->header;
	exchange->key_header.next = exchange->headers;
	return good;
}

#define SET(option, value) (curl_easy_setopt(exchange->easy, option, value) == CURLE_OK)

static bool set_target(struct cb_exchange *exchange, const struct cb_http_head *head)
{
	const struct cb_keeper_policy *policy = exchange->keeper->policy;
	char url[CB_HTTP_HEAD_MAX + 512];
	snprintf(url, sizeof url, "%s%.*s", policy->upstream, (int)head->target.size,
		 head->target.bytes);
	return SET(CURLOPT_URL, url) && SET(CURLOPT_PATH_AS_IS, 1L) &&
	       SET(CURLOPT_PROTOCOLS_STR, "https") && SET(CURLOPT_FOLLOWLOCATION, 0L) &&
	       SET(CURLOPT_PROXY, "") && SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) &&
	       SET(CURLOPT_SSL_VERIFYPEER, 1L) && SET(CURLOPT_SSL_VERIFYHOST, 2L) &&
	       SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) &&
	       SET(CURLOPT_CAINFO, policy->bundle) && SET(CURLOPT_CAPATH, NULL);
}

static bool set_method(struct cb_exchange *exchange, const struct cb_http_head *head)
{
	if (strcmp(exchange->row->method, "HEAD") == 0)
		return SET(CURLOPT_NOBODY, 1L);
	if (strcmp(exchange->row->method, "POST") != 0)
		return SET(CURLOPT_HTTPGET, 1L);
	return SET(CURLOPT_POST, 1L) && SET(CURLOPT_READFUNCTION, give_body) &&
	       SET(CURLOPT_READDATA, exchange) &&
	       SET(CURLOPT_POSTFIELDSIZE_LARGE,
		   head->chunked ? (curl_off_t)-1 : (curl_off_t)head->length_of_body);
}

/* A connection of the pool can have died without a word, while the machine slept: what is sent on
 * it is then not waited for as long as the kernel would. */
static int tune_socket(void *data, curl_socket_t socket, curlsocktype purpose)
{
	const unsigned patience = UNHEARD_MS;
	(void)data;
	(void)purpose;
	return setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience) == 0
		   ? CURL_SOCKOPT_OK
		   : CURL_SOCKOPT_ERROR;
}

static bool set_rest(struct cb_exchange *exchange)
{
	return SET(CURLOPT_HTTPHEADER, &exchange->key_header) &&
	       SET(CURLOPT_WRITEFUNCTION, take_answer) && SET(CURLOPT_WRITEDATA, exchange) &&
	       SET(CURLOPT_HEADERFUNCTION, take_header) && SET(CURLOPT_HEADERDATA, exchange) &&
	       SET(CURLOPT_PRIVATE, exchange) && SET(CURLOPT_NOSIGNAL, 1L) &&
	       SET(CURLOPT_HTTP09_ALLOWED, 0L) && SET(CURLOPT_UPLOAD_BUFFERSIZE, (long)BUFFER) &&
	       SET(CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS) &&
	       SET(CURLOPT_SOCKOPTFUNCTION, tune_socket) && SET(CURLOPT_QUICK_EXIT, 1L) &&
	       SET(CURLOPT_LOW_SPEED_LIMIT, 1L) &&
	       SET(CURLOPT_LOW_SPEED_TIME, (long)SILENT_SECONDS) &&
	       SET(CURLOPT_TCP_KEEPALIVE, 1L) && SET(CURLOPT_TCP_KEEPIDLE, (long)KEEPALIVE_SECONDS);
}

/* HTTP/1.1, not 2: only where each request has a connection of its own does holding one back reach
 * the sender; the streams of one connection would pile up here. */
bool cb_upstream_open(struct cb_exchange *exchange, const struct cb_http_head *head)
{
	exchange->up = malloc(sizeof *exchange->up);
	exchange->down = malloc(sizeof *exchange->down);
	exchange->easy = curl_easy_init();
	if (!exchange->up || !exchange->down || !exchange->easy)
		return false;
	exchange->up->begin = exchange->up->end = 0;
	exchange->down->begin = exchange->down->end = 0;
	return set_target(exchange, head) && set_method(exchange, head) &&
	       add_headers(exchange, head) && set_rest(exchange) &&
	       curl_multi_add_handle(exchange->keeper->upstream, exchange->easy) == CURLM_OK;
}

void cb_upstream_close(struct cb_exchange *exchange)
{
	curl_multi_remove_handle(exchange->keeper->upstream, exchange->easy);
	curl_easy_cleanup(exchange->easy);
	curl_slist_free_all(exchange->headers);
	exchange->easy = NULL;
	exchange->headers = NULL;
	exchange->keeper->again = true;
}

void cb_upstream_finish(struct cb_exchange *exchange, CURLcode result)
{
	const char *why = exchange->why ? exchange->why : curl_easy_strerror(result);
	bool begun = exchange->response && !exchange->why;
	exchange->broken = result != CURLE_OK;
	cb_upstream_close(exchange);
	cb_account_end(exchange);
	if (begun)
		return;
	exchange->broken = false;
	cb_inside_refuse(exchange, why);
}

/* Goes on with what was held back, where there is room for it now or something to give. */
void cb_upstream_balance(struct cb_exchange *exchange)
{
	const struct cb_hold *up = exchange->up, *down = exchange->down;
	if (!exchange->easy)
		return;
	bool gives = exchange->up_paused && (up->begin < up->end || exchange->body_ended);
	bool takes = exchange->down_paused && down->begin == down->end;
	if (!gives && !takes)
		return;
	exchange->up_paused &= !gives;
	exchange->down_paused &= !takes;
	exchange->keeper->again = true;
	curl_easy_pause(exchange->easy, (exchange->up_paused ? CURLPAUSE_SEND : 0) |
					    (exchange->down_paused ? CURLPAUSE_RECV : 0));
}
