# Breaks a policy in one place at a time. Four lines each: class, rule and pointer of the finding
# that must be there ("accepted": none at all), and the broken policy.
def pointer: map("/" + (tostring | gsub("~"; "~0") | gsub("/"; "~1"))) | add;
def broken(class; rule; where; change): class, rule, (where | pointer // ""), (change | tojson);
def required: {"proc /proc": "proc-row", "dev /dev": "dev-row", "ro /nix/store": "store-row",
  "closure /nix/store": "store-row", "daemon /nix/var/nix/daemon-socket": "nix-row", "rw @project": "project-row"};

def mounts:
  (.mounts | length) as $n | range($n) as $i | .mounts[$i] as $row
  | required["\($row.kind) \($row.to)"] as $need
  | (if $need then broken("a needed row left out"; $need; ["mounts"]; del(.mounts[$i]))
     else broken("a row left out"; "accepted"; []; del(.mounts[$i])) end),
    broken("a row twice"; "to-twice"; ["mounts", $n, "to"]; .mounts += [$row]),
    broken("a kind there is none of"; "unknown-word"; ["mounts", $i, "kind"]; .mounts[$i].kind = "bind"),
    broken("a relative destination"; "to-path"; ["mounts", $i, "to"]; .mounts[$i].to = "x"),
    broken("a destination with dots"; "to-path"; ["mounts", $i, "to"]; .mounts[$i].to += "/../x"),
    broken("a destination at the root"; "to-root"; ["mounts", $i, "to"]; .mounts[$i].to = "/"),
    broken("no reason"; "why"; ["mounts", $i, "why"]; .mounts[$i].why = " "),
    broken("an escape in the reason"; "control-character"; ["mounts", $i, "why"]; .mounts[$i].why += "\u001b[2J"),
    broken("a misspelt key"; "unknown-key"; ["mounts", $i, "form"]; .mounts[$i].form = "/x"),
    broken("a secret in its place"; "source-secret"; ["mounts", $i, "from"]; .mounts[$i] += {kind: "ro", from: "~/.ssh"}),
    broken("the home in its place"; "source-secret"; ["mounts", $i, "from"]; .mounts[$i] += {kind: "ro", from: "~"}),
    broken("the host in its place"; "source-host"; ["mounts", $i, "from"]; .mounts[$i] += {kind: "ro", from: "/"}),
    broken("a writable place"; "rw-outside"; ["mounts", $i, "from"]; .mounts[$i] += {kind: "rw", from: "~/x"}),
    (if $row.from then
       broken("no source"; "from-needed"; ["mounts", $i, "from"]; del(.mounts[$i].from))
     else
       broken("a source too many"; "from-refused"; ["mounts", $i, "from"]; .mounts[$i].from = "/etc/hosts")
     end),
    (if $row.kind == "link" or $row.kind == "made" or $row.kind == "file" then
       broken("a row below a file"; "below-file"; ["mounts", $n, "to"]; .mounts += [{kind: "dir", to: ($row.to + "/x"), why: "x"}])
     else empty end),
    (($row.to | split("/")[:-1] | join("/")) as $above
     | if $above == "" then empty
       else broken("hidden by a later row"; "shadowed"; ["mounts", $i, "to"]; .mounts += [{kind: "tmpfs", to: $above, why: "x"}]) end);

def variables:
  (.env.pass | length) as $n
  | (range($n) as $i
     | broken("a token let in"; "env-secret-name"; ["env", "pass", $i]; .env.pass[$i] = "GITHUB_TOKEN"),
       broken("a loader's variable let in"; "env-danger"; ["env", "pass", $i]; .env.pass[$i] = "LD_PRELOAD"),
       broken("a variable of the launcher's let in"; "env-reserved"; ["env", "pass", $i]; .env.pass[$i] = "PATH"),
       broken("no name of a variable"; "env-name"; ["env", "pass", $i]; .env.pass[$i] = "A B"),
       broken("a variable twice"; "env-twice"; ["env", "pass", $n]; .env.pass += [.env.pass[$i]])),
    (.env.set | keys[]) as $key
     | broken("a token for a value"; "env-secret-value"; ["env", "set", $key]; .env.set[$key] = "ghp_0123"),
       broken("a relative path for a value"; "env-path"; ["env", "set", $key, "path"]; .env.set[$key] = {path: "x"});

def programs:
  (range(.path | length) as $i
   | broken("a PATH outside the store"; "program"; ["path", $i]; .path[$i] = "/usr/bin"),
     broken("two PATH entries in one"; "path-colon"; ["path", $i]; .path[$i] += ":/usr/bin"),
     (if any(.mounts[]; .kind == "closure") then
        broken("a PATH outside the closure"; "closure-lacks"; ["path", $i]; .path[$i] |= sub("-"; "-not-"))
      else empty end)),
  ((.tools | keys[]) as $key
   | broken("a tool outside the store"; "program"; ["tools", $key]; .tools[$key] = "/bin/sh"));

def daemon:
  if .nix.daemon then
    broken("a daemon in a tier without its network"; "nix-network"; ["nix", "daemon"]; .network = "none"),
    broken("a daemon with a closure"; "nix-store"; ["nix", "daemon"];
      .mounts |= map(if .to == "/nix/store" then {kind: "closure", to, why} else . end)),
    broken("a daemon's row without it"; "nix-row"; ["mounts", (.mounts | map(.kind) | index("daemon")), "kind"]; .nix.daemon = false)
  else
    broken("a daemon in a tier without its network"; "nix-network"; ["nix", "daemon"]; .nix.daemon = true),
    broken("a daemon with a closure"; "nix-store"; ["nix", "daemon"]; .nix |= map_values(true)),
    broken("a daemon without its row"; "nix-row"; ["mounts"]; .nix.daemon = true),
    broken("a daemon's word without it"; "nix-alone"; ["nix", "trusted"]; .nix.trusted = true),
    broken("a daemon's word without it"; "nix-alone"; ["nix", "daemonNetwork"]; .nix.daemonNetwork = true)
  end;

# Every value there is, of a type that is nowhere right; every key there is, left out.
def types:
  (paths as $path | select($path[:2] != ["env", "set"] or ($path | length) == 2)
   | broken("a value of another type"; "wrong-type"; $path; setpath($path; 0.5))),
  (paths as $path | select(($path[-1] | type) == "string" and $path[:2] != ["env", "set"] and ($path[0] != "mounts" or ($path | length) < 3))
   | broken("a key left out"; "missing-key"; $path; delpaths([$path])));

mounts, variables, programs, daemon, types,
(range(.env.allowSecret | length) as $i | (.env.pass | index($policy[0].env.allowSecret[$i])) as $at
 | broken("a secret no longer allowed"; "env-secret-name"; ["env", "pass", $at]; del(.env.allowSecret[$i])))
