class Pgnkit < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@URL:aarch64-apple-darwin@"
      sha256 "@SHA256:aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL:x86_64-apple-darwin@"
      sha256 "@SHA256:x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL:aarch64-unknown-linux-musl@"
      sha256 "@SHA256:aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@URL:x86_64-unknown-linux-musl@"
      sha256 "@SHA256:x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "pgn"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/bash-completion/completions/pgn"
    zsh_completion.install "share/zsh/site-functions/_pgn"
    fish_completion.install "share/fish/vendor_completions.d/pgn.fish"
    doc.install "share/doc/pgnkit/THIRD-PARTY.txt"
  end

  test do
    (testpath/"game.pgn").write "1. e4 e5 2. Ke3 *\n"
    assert_match "illegal-move", shell_output("#{bin}/pgn check --report concise game.pgn", 1)
  end
end
