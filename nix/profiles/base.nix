# What every profile starts from: the mount table, the environment, the everyday programs.
# Rows are in mounting order, general to specific. Three kinds are resolved in nix/policy.nix: "store"
# by the profile's nix.store, "daemon" by its nix.daemon, "config" by its hostConfig.
{ pkgs, ... }:
let
  caBundle = "${pkgs.cacert}/etc/ssl/certs/ca-bundle.crt";
  locales = "${pkgs.glibcLocalesUtf8}/lib/locale"; # American English, and all that C.UTF-8 is

  # Programs and paths inside are those of nixpkgs, which installers ask this file for.
  osRelease = pkgs.writeText "claudebox-os-release" ''
    NAME=claudebox
    PRETTY_NAME="claudebox, with programs of nixpkgs"
    ID=claudebox
    ID_LIKE=nixos
  '';

  # Where a program that is not from the store wants its loader, and Debian's loader its libraries.
  foreign =
    {
      x86_64-linux = {
        loader = "ld-linux-x86-64.so.2";
        wantedIn = "/lib64";
        libraries = "/lib/x86_64-linux-gnu";
      };
      aarch64-linux = {
        loader = "ld-linux-aarch64.so.1";
        wantedIn = "/lib";
        libraries = "/lib/aarch64-linux-gnu";
      };
    }
    .${pkgs.stdenv.hostPlatform.system};
in
{
  agent = {
    program = null; # `claude` of the host's PATH
    args = [ "--dangerously-skip-permissions" ]; # the sandbox is the permission layer
  };

  packages = [
    pkgs.bashInteractive
    pkgs.coreutils
    pkgs.git
    pkgs.curl
    pkgs.jq
    pkgs.ripgrep
    pkgs.fd
    pkgs.nodejs
    pkgs.gnugrep
    pkgs.gnused
    pkgs.gawk
    pkgs.findutils
    pkgs.gnutar
    pkgs.gzip
    pkgs.diffutils
    pkgs.which
    pkgs.less
    pkgs.nano # an editor for `git rebase -i` and commit messages
    pkgs.procps
  ];

  env = {
    pass = [
      "TERM"
      "COLORTERM" # or colours are those of 256
      "NO_COLOR"
      "TZ" # a file that it names is shown as /etc/localtime
      "EDITOR"
      "LANG"
      "LC_ALL"
      "ANTHROPIC_API_KEY"
    ];
    allowSecret = [ "ANTHROPIC_API_KEY" ];
    set = {
      TMPDIR = "/tmp";
      CLAUDE_CONFIG_DIR.path = "~/.claude";
      CLAUDE_SECURESTORAGE_CONFIG_DIR.path = "~/.claudebox/credentials";
      DISABLE_AUTOUPDATER = "1";
      DISABLE_INSTALLATION_CHECKS = "1";
      SSL_CERT_FILE = caBundle;
      NIX_SSL_CERT_FILE = caBundle;
      GIT_CONFIG_NOSYSTEM = "1";
      TZDIR = "${pkgs.tzdata}/share/zoneinfo";
      TERMINFO_DIRS = "${pkgs.ncurses}/share/terminfo";
      LOCALE_ARCHIVE = "${locales}/locale-archive";
    };
  };

  # Nothing of /run and no socket: read-only is no hindrance to whoever connects (L12).
  mounts = [
    {
      kind = "proc";
      to = "/proc";
      why = "processes of the sandbox only";
    }
    {
      kind = "made";
      from = "keys";
      to = "/proc/keys";
      why = "empty: the names of your keys in the kernel";
    }
    {
      kind = "made";
      from = "cmdline";
      to = "/proc/cmdline";
      why = "empty: the kernel's options, among which may be secrets";
    }
    {
      kind = "dev";
      to = "/dev";
      why = "a minimal /dev: no disks, no devices of yours";
    }
    {
      kind = "tmpfs";
      to = "/tmp";
      why = "scratch space, gone afterwards";
    }
    {
      kind = "store";
      to = "/nix/store";
    }
    {
      kind = "daemon";
      to = "/nix/var/nix/daemon-socket";
      why = "the Nix daemon: fetches and builds what is missing";
    }
    {
      kind = "made";
      from = "passwd";
      to = "/etc/passwd";
      why = "your user name, no other account";
    }
    {
      kind = "made";
      from = "group";
      to = "/etc/group";
      why = "your group, no other";
    }
    {
      kind = "made";
      from = "hosts";
      to = "/etc/hosts";
      why = "localhost and the sandbox's own name";
    }
    {
      kind = "made";
      from = "nsswitch";
      to = "/etc/nsswitch.conf";
      why = "names from files and DNS, from no service of yours";
    }
    {
      kind = "made";
      from = "localtime";
      to = "/etc/localtime";
      why = "your time zone";
    }
    {
      kind = "link";
      from = "${osRelease}";
      to = "/etc/os-release";
      why = "a name for what is in here, none of your system's";
    }
    {
      kind = "made";
      from = "sandbox.md";
      to = "/etc/claude-code/CLAUDE.md";
      why = "tells the agent where it is";
    }
    {
      kind = "link";
      from = caBundle;
      to = "/etc/ssl/certs/ca-certificates.crt";
      why = "certificates, where most programs look for them";
    }
    {
      kind = "link";
      from = caBundle;
      to = "/etc/ssl/certs/ca-bundle.crt";
      why = "certificates, where other programs look for them";
    }
    {
      kind = "link";
      from = "${pkgs.coreutils}/bin/env";
      to = "/usr/bin/env";
      why = "the first line of scripts";
    }
    {
      kind = "link";
      from = "${pkgs.bashInteractive}/bin/sh";
      to = "/bin/sh";
      why = "the first line of scripts, system(3)";
    }
    {
      kind = "link";
      from = "${pkgs.glibc}/lib/${foreign.loader}";
      to = "${foreign.wantedIn}/${foreign.loader}";
      why = "starts programs from outside the store, as claude";
    }
    {
      kind = "link";
      from = "${pkgs.glibc}/lib";
      to = foreign.libraries;
      why = "the C library for those programs";
    }
    {
      kind = "link";
      from = locales;
      to = "/usr/lib/locale";
      why = "languages for those programs";
    }
    {
      kind = "tmpfs";
      to = "~";
      why = "an empty home: nothing of yours is in it";
    }
    {
      kind = "tmpfs";
      to = "@runtime";
      why = "XDG_RUNTIME_DIR, without the sockets of your session";
    }
    {
      kind = "file";
      from = "gitconfig";
      to = "~/.gitconfig";
      why = "your name, address, plain aliases, inert settings";
    }
    {
      kind = "file";
      from = "gitignore";
      to = "~/.config/git/ignore";
      why = "what git ignores for you everywhere";
    }
    {
      kind = "rw";
      from = "@state/claude";
      to = "~/.claude";
      why = "the agent's memory, kept below ~/.claudebox";
    }
    {
      kind = "rw";
      from = "@state/cache";
      to = "~/.cache";
      why = "caches, kept below ~/.claudebox";
    }
    {
      kind = "rw";
      from = "@login";
      to = "~/.claudebox/credentials";
      why = "the agent's own login, shared by your projects";
    }
    {
      kind = "config";
      to = "~/.claude/CLAUDE.md";
      why = "what you tell every agent";
    }
    {
      kind = "config";
      to = "~/.claude/settings.json";
      why = "the agent's settings";
    }
    {
      kind = "config";
      to = "~/.claude/agents";
      why = "agents";
    }
    {
      kind = "config";
      to = "~/.claude/commands";
      why = "commands";
    }
    {
      kind = "config";
      to = "~/.claude/skills";
      why = "skills";
    }
    {
      kind = "rw";
      from = "@project";
      to = "@project";
      why = "the project: the agent may change all of it";
    }
  ];

  domains = [ ];
  ports = [ 443 ];
  forward = [ ];
  block = [ ];
  ipv6 = false;

  # Paths of the project. Those below .git stand for the same in every git directory that belongs
  # to it: the common one, those of linked work trees and of submodules.
  protect = [
    ".git/hooks"
    ".git/config" # fsmonitor, hooksPath, sshCommand, filters: each names a program
    ".git/config.worktree"
    ".git/commondir" # where git looks for the rest
    ".git/gitdir" # which work tree it belongs to
  ];
  # Not covered, since git would leave a covered file of the work tree half checked out: changes are
  # named at the next launch.
  watch = [
    ".git/rebase-merge" # exec lines of a rebase that is to be continued
    ".envrc"
    "flake.nix" # an .envrc with `use flake` runs its shellHook
    ".mise.toml"
    ".vscode"
    ".idea"
    ".cursor"
    ".zed"
    ".claude/settings.json"
    ".claude/settings.local.json"
    ".claude/hooks"
    ".claude/commands"
    ".claude/agents"
    ".claude/skills"
    ".mcp.json"
    ".devcontainer"
    ".husky"
    ".pre-commit-config.yaml"
    ".yarnrc.yml" # yarnPath and plugins
    ".cargo/config.toml" # runners, wrappers and linkers
  ];
  hide = [ ];

  state = "project";
  hostConfig = false;
  nix = {
    daemon = false;
    daemonNetwork = false;
    trusted = false;
  };
  nesting = false;
  limits = {
    core = 0;
    processes = 4096;
    tmpfs = 4 * 1024 * 1024 * 1024;
  };
}
