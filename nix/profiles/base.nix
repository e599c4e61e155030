# What every profile starts from: the mount table, the environment, the everyday programs.
# Rows are in mounting order; the kind "store" becomes "ro" or "closure" by the profile's nix.store.
{ pkgs, ... }:
let
  caBundle = "${pkgs.cacert}/etc/ssl/certs/ca-bundle.crt";
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
    pkgs.procps
  ];

  env = {
    pass = [
      "TERM"
      "EDITOR"
      "LANG"
      "LC_ALL"
      "ANTHROPIC_API_KEY"
    ];
    allowSecret = [ "ANTHROPIC_API_KEY" ];
    set = {
      TMPDIR = "/tmp";
      CLAUDE_CONFIG_DIR.path = "~/.claude";
      DISABLE_AUTOUPDATER = "1";
      DISABLE_INSTALLATION_CHECKS = "1";
      SSL_CERT_FILE = caBundle;
      NIX_SSL_CERT_FILE = caBundle;
    };
  };

  mounts = [
    {
      kind = "proc";
      to = "/proc";
      why = "processes of the sandbox only";
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
      from = "sandbox.md";
      to = "/etc/claude-code/CLAUDE.md";
      why = "tells the agent where it is";
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
      kind = "rw";
      from = "@project";
      to = "@project";
      why = "the project, the one place where changes stay";
    }
  ];

  nesting = false;
  limits.core = 0;
}
