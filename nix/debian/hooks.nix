# Where copying a Debian package's programs is not enough: shell run before or after their
# libraries are gathered (copy.sh), by attribute.
let
  # The packages' files below a directory, an expression, as share/NAME; links stay links.
  copyBelow = name: directory: ''
    mkdir -p "$out/share/${name}"
    for deb in $debs; do files_of "$deb"; done | grep -E '^${directory}/.' |
      tar c -P --no-recursion -T - --transform='flags=rSh;s,^${directory}/,,x' |
      tar x -C "$out/share/${name}"
  '';
in
{
  bashInteractive.before = ''ln -s bash "$out/bin/sh"'';

  cacert.before = ''
    mkdir -p "$out/etc/ssl/certs"
    cat /usr/share/ca-certificates/mozilla/*.crt >"$out/etc/ssl/certs/ca-bundle.crt"
    rm -f "$out"/bin/*
  '';

  # Only for who compiles.
  curl.before = ''rm "$out/bin/curl-config"'';

  fd.before = ''mv "$out/bin/fdfind" "$out/bin/fd"'';

  gawk.before = ''ln -sf gawk "$out/bin/awk"'';

  # Compiled to find its parts in /usr, and to trust a bundle in /etc.
  git = {
    before = ''
      mkdir -p "$out/libexec" "$out/share/git-core"
      cp -a /usr/lib/git-core "$out/libexec/"
      cp -a /usr/share/git-core/templates "$out/share/git-core/"
      chmod -R u+w "$out"
      rm "$out"/bin/*
      cd "$out/libexec/git-core"
      find . -type f -perm /u=x | while read -r file; do
        is_elf "$file" || is_sh "$file" || rm "$file"
      done
    '';
    after = ''
      musl-gcc -static -Os -s -Wall -Wextra -Werror -DEXEC_PATH="\"$out/libexec/git-core\"" \
        -DTEMPLATES="\"$out/share/git-core/templates\"" ${./git.c} -o "$out/bin/git"
      for name in git-receive-pack git-upload-archive git-upload-pack; do
        ln -s git "$out/bin/$name"
      done
    '';
  };

  # As they are, for programs that are not from the store: pointing them at copies is for those that are.
  # The compiler's own library is found beside the C library in nixpkgs too.
  glibc.after = ''
    mkdir "$out/lib"
    for deb in $debs; do files_of "$deb"; done | grep -E -- '-linux-gnu/[^/]+\.so(\.[^/]*)?$' | xargs cp -L -t "$out/lib"
  '';

  glibcLocalesUtf8 = {
    before = ''rm -f "$out"/bin/*'';
    after = ''
      mkdir -p prefix/usr/lib/locale "$out/lib/locale"
      localedef --prefix="$PWD/prefix" -i en_US -f UTF-8 en_US.UTF-8
      localedef --prefix="$PWD/prefix" -i C -f UTF-8 C.UTF-8
      cp prefix/usr/lib/locale/locale-archive "$out/lib/locale/"
    '';
  };

  ncurses.before = copyBelow "terminfo" "(/usr)?/(lib|share)/terminfo";

  # Loaded by name when it starts; without it nix warns on every run.
  nix.after = ''cp -L /usr/lib/*-linux-gnu/libnss_dns.so.2 "$out/lib/"'';

  # Debian's node reads parts of its library from /usr/share; a node from elsewhere has them built in.
  nodejs = {
    before = ''
      node=$(readlink -f /usr/bin/node)
      ldd "$node" | sed -n 's/.* => \(.*libnode\.so[^ ]*\) .*/\1/p' | xargs -r strings -n 20 |
        grep -x '/usr/share/nodejs/.*\.js' >parts || true
      while read -r file; do
        install -D -m 644 "$file" "$out/share/nodejs/''${file#/usr/share/nodejs/}"
      done <parts
    '';
    after = ''
      if [ -s parts ]; then
        gcc -O2 -Wall -shared -fPIC -DFROM='"/usr/share/nodejs/"' -DTO="\"$out/share/nodejs/\"" \
          ${./redirect.c} -o "$out/lib/libredirect.so"
        change_elf --add-needed libredirect.so "$out/bin/node"
      fi
    '';
  };

  # Finds its library beside itself. What is only for developers of Python stays out.
  python3.before = ''
    rm -f "$out"/bin/*
    python=$(readlink -f /usr/bin/python3)
    name=''${python##*/}
    mkdir -p "$out/lib"
    cp "$python" "$out/bin/"
    cp -r --no-dereference "/usr/lib/$name" "$out/lib/"
    chmod -R u+w "$out"
    rm -rf "$out/lib/$name"/{config-*,idlelib,test,tkinter}
    find "$out/lib" -xtype l -delete
    find "$out/lib/$name/lib-dynload" -name '*.so' -exec chmod +x {} +
    ln -s "$name" "$out/bin/python3"
    ln -s "$name" "$out/bin/python"
  '';

  tzdata.before = copyBelow "zoneinfo" "/usr/share/zoneinfo";

  which.before = ''
    mv "$out/bin/which.debianutils" "$out/which"
    rm "$out"/bin/*
    mv "$out/which" "$out/bin/"
  '';
}
