# A company's proxy, and the certificate it signs with.
{
  inputs.claudebox.url = "flake:claudebox";

  outputs =
    { claudebox, ... }:
    {
      packages = claudebox.lib.eachSystem (
        pkgs:
        let
          proxy = "http://proxy.example.com:3128";
          bundle = pkgs.runCommand "company-ca-bundle" { } ''
            cat ${pkgs.cacert}/etc/ssl/certs/ca-bundle.crt ${./company-ca.pem} >$out
          '';
        in
        {
          default = claudebox.lib.mkClaudebox {
            inherit pkgs;
            name = "company";
            description = "through the company's proxy";
            env.set = {
              HTTPS_PROXY = proxy;
              HTTP_PROXY = proxy;
              NO_PROXY = "localhost,127.0.0.1";
              SSL_CERT_FILE = "${bundle}";
              NIX_SSL_CERT_FILE = "${bundle}";
              NODE_EXTRA_CA_CERTS = "${./company-ca.pem}"; # claude itself
            };
          };
        }
      );
    };
}
