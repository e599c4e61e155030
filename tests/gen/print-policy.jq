# The same lines as print-policy.c, from the policy itself. $closure: the list's lines.
def line(where): "\(where)\t\(. // "(null)")";
(.version | line("version")), (.name | line("name")), (.description | line("description")),
(.network | line("network")), (.domains[] | line("domains")),
(.ports[] | "ports\t\(.)"), (.forward[] | "forward\t\(.)"), (.agent.program | line("agent.program")),
(.nix.daemon | tostring | line("nix.daemon")), (.nix.trusted | tostring | line("nix.trusted")), (.agent.args[] | line("agent.args")),
(.tools.bwrap | line("tools.bwrap")), (.tools.shell | line("tools.shell")),
(.path[] | line("path")), (.env.pass[] | line("env.pass")),
(.env.set | to_entries[] | (.key | line("env.set")),
  (.value | if type == "string" then line("env.text") else (.path | line("env.path")) end)),
(.mounts[] | (.kind | line("mount.kind")), (if has("from") then .from | line("mount.from") else empty end),
  (.to | line("mount.to")), (.optional == true | tostring | line("mount.optional")), (.why | line("mount.why"))),
($closure | split("\n")[] | select(. != "") | line("closure")),
(.protect[] | line("protect")), (.watch[] | line("watch")), (.hide[] | line("hide")),
(.nesting | tostring | line("nesting")), "limits.core\t\(.limits.core)", "limits.processes\t\(.limits.processes)"
