/* JSON → model, object by object, each from a table of its keys. A new key is a new row. */
#include "policy/read.h"

#include "policy/document.h"
#include "policy/read-values.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static void read_system(struct cb_reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word) word,
#include "policy/systems.def"
#undef X
	};
	unsigned system = 0;
	cb_read_word(reader, value, words, COUNT(words), &system);
	*(enum cb_system *)into = (enum cb_system)system;
}

static void read_tier(struct cb_reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word, says) word,
#include "vocab/tiers.def"
#undef X
	};
	unsigned tier = 0;
	cb_read_word(reader, value, words, COUNT(words), &tier);
	*(enum cb_tier *)into = (enum cb_tier)tier;
}

static void read_state(struct cb_reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word) word,
#include "vocab/states.def"
#undef X
	};
	unsigned state = 0;
	cb_read_word(reader, value, words, COUNT(words), &state);
	*(enum cb_state *)into = (enum cb_state)state;
}

static void read_kind(struct cb_reader *reader, json_t *value, void *into)
{
	static const char *const words[] = {
#define X(NAME, word, option, from) word,
#include "vocab/mount-kinds.def"
#undef X
	};
	unsigned kind = 0;
	cb_read_word(reader, value, words, COUNT(words), &kind);
	*(enum cb_kind *)into = (enum cb_kind)kind;
}

static void read_set_value(struct cb_reader *reader, json_t *value, struct cb_model_set *set)
{
	static const struct cb_field fields[] = {
		FIELD("path", REQUIRED, cb_read_path, struct cb_model_set, path),
	};
	if (json_is_string(value))
		set->text = json_string_value(value);
	else if (json_is_object(value))
		cb_read_object(reader, value, fields, COUNT(fields), set);
	else
		cb_wrong_type(reader, value, "a string or { \"path\": \"...\" }");
}

static void read_env_set(struct cb_reader *reader, json_t *value, void *into)
{
	struct cb_model *model = into;
	if (!json_is_object(value)) {
		cb_wrong_type(reader, value, "an object");
		return;
	}
	model->env_set = calloc(json_object_size(value) + 1, sizeof *model->env_set);
	if (!model->env_set) {
		reader->failed = true;
		return;
	}
	const char *name;
	json_t *member;
	size_t outer = reader->at.len;
	json_object_foreach(value, name, member)
	{
		struct cb_model_set *set = &model->env_set[model->env_set_count++];
		set->name = name;
		cb_pointer_push(&reader->at, name);
		read_set_value(reader, member, set);
		cb_text_cut(&reader->at, outer);
	}
}

static void read_env(struct cb_reader *reader, json_t *value, void *into)
{
	static const struct cb_field fields[] = {
		FIELD("pass", REQUIRED, cb_read_strings, struct cb_model, env_pass),
		{ "set", REQUIRED, read_env_set, 0 },
		FIELD("allowSecret", REQUIRED, cb_read_strings, struct cb_model, env_secrets),
	};
	cb_read_object(reader, value, fields, COUNT(fields), into);
}

static void read_agent(struct cb_reader *reader, json_t *value, void *into)
{
	static const struct cb_field fields[] = {
		FIELD("program", REQUIRED, cb_read_string_or_null, struct cb_model, agent_program),
		FIELD("args", REQUIRED, cb_read_strings, struct cb_model, agent_args),
	};
	cb_read_object(reader, value, fields, COUNT(fields), into);
}

static void read_tools(struct cb_reader *reader, json_t *value, void *into)
{
	static const struct cb_field fields[] = {
		FIELD("bwrap", REQUIRED, cb_read_string, struct cb_model, bwrap),
		FIELD("shell", REQUIRED, cb_read_string, struct cb_model, shell),
		FIELD("git", REQUIRED, cb_read_string, struct cb_model, git),
		FIELD("slirp4netns", REQUIRED, cb_read_string_or_null, struct cb_model, slirp),
		FIELD("nixBuild", REQUIRED, cb_read_string_or_null, struct cb_model, nix_build),
		FIELD("packages", REQUIRED, cb_read_string_or_null, struct cb_model, packages),
	};
	cb_read_object(reader, value, fields, COUNT(fields), into);
}

static void read_nix(struct cb_reader *reader, json_t *value, void *into)
{
	static const struct cb_field fields[] = {
		FIELD("daemon", REQUIRED, cb_read_bool, struct cb_model, nix_daemon),
		FIELD("daemonNetwork", REQUIRED, cb_read_bool, struct cb_model, nix_network),
		FIELD("trusted", REQUIRED, cb_read_bool, struct cb_model, nix_trusted),
	};
	cb_read_object(reader, value, fields, COUNT(fields), into);
}

static void read_limits(struct cb_reader *reader, json_t *value, void *into)
{
	static const struct cb_field fields[] = {
		FIELD("core", REQUIRED, cb_read_integer, struct cb_model, limit_core),
		FIELD("processes", REQUIRED, cb_read_integer, struct cb_model, limit_processes),
		FIELD("tmpfs", REQUIRED, cb_read_integer, struct cb_model, limit_tmpfs),
	};
	cb_read_object(reader, value, fields, COUNT(fields), into);
}

static void read_mount(struct cb_reader *reader, json_t *value, struct cb_model_mount *row)
{
	static const struct cb_field fields[] = {
		FIELD("kind", REQUIRED, read_kind, struct cb_model_mount, kind),
		FIELD("from", OPTIONAL, cb_read_path, struct cb_model_mount, from),
		FIELD("to", REQUIRED, cb_read_path, struct cb_model_mount, to),
		FIELD("optional", OPTIONAL, cb_read_bool, struct cb_model_mount, optional),
		FIELD("why", REQUIRED, cb_read_string, struct cb_model_mount, why),
	};
	bool others = reader->whole;
	reader->whole = true;
	cb_read_object(reader, value, fields, COUNT(fields), row);
	row->whole = reader->whole;
	reader->whole = others && row->whole;
}

static void read_mounts(struct cb_reader *reader, json_t *value, void *into)
{
	struct cb_model *model = into;
	if (!json_is_array(value)) {
		cb_wrong_type(reader, value, "a list of mount rows");
		return;
	}
	model->mounts = calloc(json_array_size(value) + 1, sizeof *model->mounts);
	if (!model->mounts) {
		reader->failed = true;
		return;
	}
	model->mount_count = json_array_size(value);
	size_t outer = reader->at.len;
	for (size_t i = 0; i < model->mount_count; i++) {
		cb_text_printf(&reader->at, "/%zu", i);
		read_mount(reader, json_array_get(value, i), &model->mounts[i]);
		cb_text_cut(&reader->at, outer);
	}
}

static const struct cb_field policy_fields[] = {
	FIELD("version", REQUIRED, cb_read_string, struct cb_model, version),
	FIELD("system", REQUIRED, read_system, struct cb_model, system),
	FIELD("name", REQUIRED, cb_read_string, struct cb_model, name),
	FIELD("description", REQUIRED, cb_read_string, struct cb_model, description),
	FIELD("network", REQUIRED, read_tier, struct cb_model, network),
	FIELD("domains", REQUIRED, cb_read_strings, struct cb_model, domains),
	FIELD("ports", REQUIRED, cb_read_integers, struct cb_model, ports),
	FIELD("forward", REQUIRED, cb_read_integers, struct cb_model, forward),
	FIELD("block", REQUIRED, cb_read_strings, struct cb_model, block),
	FIELD("ipv6", REQUIRED, cb_read_bool, struct cb_model, ipv6),
	{ "nix", REQUIRED, read_nix, 0 },
	{ "agent", REQUIRED, read_agent, 0 },
	{ "tools", REQUIRED, read_tools, 0 },
	FIELD("path", REQUIRED, cb_read_strings, struct cb_model, path),
	{ "env", REQUIRED, read_env, 0 },
	{ "mounts", REQUIRED, read_mounts, 0 },
	FIELD("protect", REQUIRED, cb_read_strings, struct cb_model, protect),
	FIELD("watch", REQUIRED, cb_read_strings, struct cb_model, watch),
	FIELD("hide", REQUIRED, cb_read_strings, struct cb_model, hide),
	FIELD("state", REQUIRED, read_state, struct cb_model, state),
	FIELD("nesting", REQUIRED, cb_read_bool, struct cb_model, nesting),
	{ "limits", REQUIRED, read_limits, 0 },
};

int cb_read_policy(const char *text, size_t len, struct cb_model *model, struct cb_places *places,
		   struct cb_findings *found, struct cb_error *err)
{
	*model = (struct cb_model) { .document = cb_load_document(text, len, found) };
	if (!model->document)
		return 0;
	if (cb_places_scan(places, text, len, found, err) != 0)
		return -1;
	cb_check_strings(model->document, found);
	struct cb_reader reader = { .found = found, .whole = true };
	cb_read_object(&reader, model->document, policy_fields, COUNT(policy_fields), model);
	model->whole = reader.whole;
	bool failed = reader.failed || reader.at.failed;
	cb_text_clear(&reader.at);
	return failed ? cb_fail_memory(err) : 0;
}

void cb_model_clear(struct cb_model *model)
{
	json_decref(model->document);
	free(model->domains.items);
	free(model->ports.items);
	free(model->forward.items);
	free(model->block.items);
	free(model->agent_args.items);
	free(model->path.items);
	free(model->env_pass.items);
	free(model->env_secrets.items);
	free(model->env_set);
	free(model->mounts);
	free(model->protect.items);
	free(model->watch.items);
	free(model->hide.items);
	free(model->closure.items);
	free(model->closure_text);
	*model = (struct cb_model) { 0 };
}
