/**
 * Signing libraries of other languages, each in a process that answers each line with one line. Their parts
 * cannot be replaced from here, so they only sign requests whose fault is in the signed values or the secrets.
 */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Signed, Signer } from "./signers.ts";

/** Reads a JSON object from each line and prints a signature. */
const oauthlib = `
import json, sys
from oauthlib.oauth1.rfc5849 import signature
for line in sys.stdin:
    one = json.loads(line)
    listed = signature.normalize_parameters([tuple(pair) for pair in one["pairs"]])
    base = signature.signature_base_string(one["method"], signature.base_string_uri(one["url"]), listed)
    print(signature._sign_hmac("SHA-1", base, one["consumerSecret"], one["tokenSecret"]), flush=True)
`;

const programs = [
  { name: "oauthlib (Python)", command: "/usr/bin/python3", args: ["-c", oauthlib] },
] as const;

const probe: Signed = {
  method: "GET",
  url: "https://id.example.com/",
  query: [],
  parameters: [["oauth_nonce", "n"]],
  consumerSecret: "c",
  tokenSecret: "t",
  with: {},
};

/** The signers that are installed here. */
export function openForeignSigners(): { readonly signers: readonly Signer[] } & Disposable {
  const resources = new DisposableStack();
  const signers = programs.flatMap(({ name, command, args }): Signer[] => {
    const { status } = spawnSync(command, args, { input: `${requestOf(probe)}\n` });
    return status === 0 ? [resources.use(lineSigner(name, command, args))] : [];
  });
  return { signers, [Symbol.dispose]: () => resources.dispose() };
}

/** Uses named pipes, because the cases are made synchronously. */
function lineSigner(name: string, command: string, args: readonly string[]): Signer & Disposable {
  const directory = mkdtempSync(join(tmpdir(), "countersign-signer-"));
  const [input, output] = [join(directory, "input"), join(directory, "output")];
  spawnSync("mkfifo", [input, output]);
  const shell = ["-c", 'exec "$@" <"$0.input" >"$0.output"'.replaceAll("$0.", `${directory}/`)];
  const child = spawn("sh", [...shell, "sh", command, ...args], { stdio: "ignore" });
  const [to, from] = [openSync(input, "w"), openSync(output, "r")];
  return {
    name,
    replaces: [],
    sign(signed) {
      writeSync(to, `${requestOf(signed)}\n`);
      return lineFrom(from);
    },
    [Symbol.dispose]() {
      closeSync(to);
      closeSync(from);
      child.unref();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A line may arrive in several pieces. */
function lineFrom(file: number): string {
  let text = "";
  const piece = Buffer.alloc(4096);
  while (!text.endsWith("\n")) {
    const length = readSync(file, piece);
    if (length === 0) throw new Error("the library's process has ended");
    text += piece.toString("latin1", 0, length);
  }
  return text.trimEnd();
}

function requestOf({
  method,
  url,
  query,
  parameters,
  consumerSecret,
  tokenSecret,
}: Signed): string {
  const [address] = url.split("?", 1);
  const pairs = [...parameters, ...query];
  return JSON.stringify({ method, url: address, pairs, consumerSecret, tokenSecret });
}
