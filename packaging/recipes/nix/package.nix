{ stdenvNoCC, fetchurl, installShellFiles, lib }:
let
  systems = {
    x86_64-linux = {
      url = "@URL:x86_64-unknown-linux-musl@";
      sha256 = "@SHA256:x86_64-unknown-linux-musl@";
    };
    aarch64-linux = {
      url = "@URL:aarch64-unknown-linux-musl@";
      sha256 = "@SHA256:aarch64-unknown-linux-musl@";
    };
    x86_64-darwin = {
      url = "@URL:x86_64-apple-darwin@";
      sha256 = "@SHA256:x86_64-apple-darwin@";
    };
    aarch64-darwin = {
      url = "@URL:aarch64-apple-darwin@";
      sha256 = "@SHA256:aarch64-apple-darwin@";
    };
  };
  system = stdenvNoCC.hostPlatform.system;
in
stdenvNoCC.mkDerivation {
  pname = "pgnkit";
  version = "@VERSION@";
  src = fetchurl (systems.${system} or (throw "pgnkit: no program for ${system}"));
  nativeBuildInputs = [ installShellFiles ];
  dontConfigure = true;
  dontBuild = true;
  installPhase = ''
    runHook preInstall
    install -Dm755 pgn -t $out/bin
    installManPage share/man/man1/*.1
    installShellCompletion --bash --name pgn.bash share/bash-completion/completions/pgn
    installShellCompletion --zsh share/zsh/site-functions/_pgn
    installShellCompletion --fish share/fish/vendor_completions.d/pgn.fish
    install -Dm644 share/mime/packages/pgnkit.xml -t $out/share/mime/packages
    runHook postInstall
  '';
  meta = {
    description = "@DESCRIPTION@";
    homepage = "@REPOSITORY@";
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "pgn";
    platforms = builtins.attrNames systems;
    sourceProvenance = [ lib.sourceTypes.binaryNativeCode ];
  };
}
