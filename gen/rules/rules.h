/* Judging a policy: one table of rules (rules.def), each a small function that looks at the model
 * and adds findings. Pure: a test holds every file here to functions of memory and text. */
#ifndef CB_RULES_RULES_H
#define CB_RULES_RULES_H

#include "findings.h"
#include "policy/fields.h"
#include "policy/values.h"

#include "base/memory.h"

#include <string.h>

/* The three lists of names of variables: env.pass, env.set, env.allowSecret. */
enum cb_names { CB_PASS, CB_SET, CB_ALLOW, CB_NAMES };

/* A name in one of them, for NAME rules. */
struct cb_env_name {
	enum cb_names list;
	size_t index;
	const char *name;
	const struct cb_model_set *set; /* CB_SET */
};

/* What a rule sees. */
struct cb_check {
	const struct cb_model *model;
	struct cb_findings *found;
	const char *rule; /* id of the rule that is asked */

	/* What it is asked about; none of both: the policy as a whole. */
	const struct cb_model_mount *row;
	size_t index; /* of the row */
	const struct cb_env_name *name;
	const struct cb_path_set *names; /* for each list, what is in it */
};

#define READ(...)
#define RULE(SCOPE, function, ...) void cb_rule_##function(const struct cb_check *check);
#include "rules/rules.def"

/* For the rules: a finding at `pointer` of what the rule is asked about. It and `hint`, which may
 * be NULL, are kept; the message is as printf's. */
__attribute__((format(printf, 4, 5))) void cb_report(const struct cb_check *check,
						     const char *pointer, const char *hint,
						     const char *message, ...);

/* The pointers of a key of a mount row, and of a variable in env.set. */
char *cb_mount_pointer(size_t index, const char *key);
char *cb_set_pointer(const char *name);

/* --- a map from paths to row numbers that can be asked about a path and all its ancestors, so that
 * comparing every row with every other stays linear; it serves as a set of names as well --- */

struct cb_path_set {
	struct cb_path_slot *slots;
	size_t room; /* a power of two, at least twice what it is made for */
};

/* For at most `count` paths. */
struct cb_path_set cb_path_set_of(size_t count);

/* `text` is `len` characters; it stays the caller's. A path that is there keeps its first row. */
void cb_path_set_put(struct cb_path_set *set, enum cb_anchor anchor, const char *text, size_t len,
		     size_t row);
const size_t *cb_path_set_get(const struct cb_path_set *set, enum cb_anchor anchor,
			      const char *text, size_t len);

/* The row of the nearest proper ancestor of `path` that is in the set, "/" and the anchor itself
 * among them. */
const size_t *cb_path_set_above(const struct cb_path_set *set, struct cb_path path);

/* --- for main --- */

/* Asks every rule. Findings are appended, and all on a row, the reader's too, say which one. */
void cb_check_rules(const struct cb_model *model, struct cb_findings *found);

/* The table as text, `id<TAB>what<TAB>why` a line. */
void cb_print_rules(struct cb_text *text);

#endif
