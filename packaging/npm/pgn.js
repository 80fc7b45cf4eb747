#!/usr/bin/env node
// Runs the program of the package for this system, which npm installs as an optional dependency. Nothing is downloaded here.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

/** Alpine and others; elsewhere the report names the version of glibc. */
function isMusl() {
  return process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;
}

/** The path of the program. */
function program() {
  const name = process.platform === "win32" ? "pgn.exe" : "pgn";
  const system = `${process.platform}-${process.arch}`;
  // A static program runs with any C library.
  const packages = [`@pgnkit/cli-${system}-musl`, `@pgnkit/cli-${system}`];
  if (!isMusl()) packages.reverse();
  for (const candidate of packages) {
    try {
      return require.resolve(`${candidate}/bin/${name}`);
    } catch {
      // The other one, then.
    }
  }
  console.error(`pgn: no program for ${system}: the optional dependencies of pgnkit are not installed, or it is not built for this system`);
  process.exit(2);
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // A terminal sends the others to both.
  process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
}
child.on("error", (error) => {
  console.error(`pgn: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
