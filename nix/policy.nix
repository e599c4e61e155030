# Resolves a profile, written in the policy language, into what the generator reads: packages become
# PATH directories, the rows of kind "store", "daemon" and "config" become what the profile's
# nix.store, nix.daemon and hostConfig say. Pure, and checks only what the generator cannot see.
{ pkgs, profile }:
let
  inherit (pkgs) lib;

  need =
    name:
    profile.${name}
      or (throw "claudebox: the profile ${profile.name or "without a name"} has no `${name}`");

  # Nix itself would refuse such a file name, before the generator can say what is wrong with it.
  plain =
    name:
    if builtins.isString name && builtins.match "[0-9a-z][0-9a-z-]{0,63}" name != null then
      name
    else
      throw "claudebox: name = ${builtins.toJSON name}: small letters, digits and dashes are wanted, at most 64";

  stores = {
    whole = {
      kind = "ro";
      from = "/nix/store";
      why = "all programs of the store, read-only";
    };
    closure = {
      kind = "closure";
      why = "the programs of this profile and what they need, read-only";
    };
  };
  storeWord = (need "nix").store or (throw "claudebox: the profile ${profile.name} has no `nix.store`");
  store =
    stores.${storeWord}
      or (throw "claudebox: nix.store = \"${storeWord}\" is not known (known: ${builtins.concatStringsSep ", " (builtins.attrNames stores)})");

  # What is there beside the daemon's socket. A word that is no truth value is for the generator.
  hasDaemon = (need "nix").daemon or false == true;
  inside = import ./inside.nix { inherit pkgs; };

  # What a user has written for claude to read. Never settings.json of the host: the hooks in it run.
  hostHas = [
    "CLAUDE.md"
    "agents"
    "commands"
    "skills"
  ];
  fromHost =
    let
      word = need "hostConfig";
    in
    if builtins.isBool word then
      word
    else
      throw "claudebox: hostConfig is true or false, this is a ${builtins.typeOf word}";
  config =
    row:
    let
      name = baseNameOf row.to;
      ofHost = fromHost && builtins.elem name hostHas;
    in
    row
    // {
      kind = "ro";
      from = "${if ofHost then "@claude" else "@config"}/${name}";
      optional = true;
      why = "${row.why}, from ${if ofHost then "your own claude" else "~/.claudebox"}";
    };

  # On exit the client prints how to go on with the session. By itself it would name its own program,
  # with our arguments: a session without permission prompts, and without the sandbox.
  resume.CLAUDE_CODE_RESUME_HINT_COMMAND = import ./program.nix (plain (need "name"));

  # The login is written by every agent and read by the next, of whatever project: where nothing is to
  # get out, and none is of use, there is none.
  hasLogin = need "network" != "none";

  resolved =
    row:
    if row.from or null == "@login" && !hasLogin then
      [ ]
    else
      {
        store = [ (row // store) ];
        daemon = if hasDaemon then [ row ] ++ inside.mounts else [ ];
        config = [ (config row) ];
      }
      .${row.kind or ""} or [ row ];
in
{
  version = "0.1.0";
  system = pkgs.stdenv.hostPlatform.system;

  name = plain (need "name");
  description = need "description";
  network = need "network";
  domains = need "domains";
  ports = need "ports";
  forward = need "forward";
  block = need "block";
  ipv6 = need "ipv6";
  # A package stands for its main program.
  agent =
    let
      inherit (need "agent") program args;
    in
    {
      program = if program.type or "" == "derivation" then lib.getExe program else program;
      inherit args;
    };
  env = need "env" // {
    set = resume // (if hasDaemon then inside.set else { }) // (need "env").set;
  };
  nix = builtins.removeAttrs (need "nix") [ "store" ];
  protect = need "protect";
  hide = need "hide";
  # What a layer protects or hides need not be watched as well.
  watch = builtins.filter (path: !builtins.elem path (need "protect" ++ need "hide")) (need "watch");
  state = need "state";
  nesting = need "nesting";
  limits = need "limits";

  tools = {
    # Not pkgsStatic's: a launch would take 0.6 ms less, but no cache has it, and all it stands on is built first.
    bwrap = "${lib.getBin pkgs.bubblewrap}/bin/bwrap";
    shell = "${lib.getBin pkgs.bashInteractive}/bin/bash";
    git = "${lib.getBin pkgs.git}/bin/git";
    slirp4netns =
      if profile.network == "internet" then "${lib.getBin pkgs.slirp4netns}/bin/slirp4netns" else null;
    # What a project asks for is built anywhere in the store: without all of it there is none.
    nixBuild = if storeWord == "whole" then "${lib.getBin pkgs.nix}/bin/nix-build" else null;
    packages = if storeWord == "whole" then "${import ./tools.nix { inherit pkgs; }}" else null;
  };
  path = lib.unique (map (package: "${lib.getBin package}/bin") (need "packages"));
  mounts = builtins.concatMap resolved (need "mounts");
}
