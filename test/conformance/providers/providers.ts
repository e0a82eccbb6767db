/** Other people's providers, from Debian's packages, each on its own port. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNaive } from "../../../packages/conformance/test/naive/provider.ts";
import { freePort } from "../../support/free-port.ts";
import { startOurselves } from "../ourselves.ts";

export interface Known {
  readonly name: string;
  /** The name of Debian's package; undefined if the provider is always there. */
  readonly needs?: string;
  readonly present: () => boolean;
  readonly start: () => Promise<{ readonly config: object } & AsyncDisposable>;
}

/**
 * Defects of the naive provider that old providers are known to have. Two of them at the same time would hide each
 * other.
 */
const everyDefectOfTheField = [
  "future-timestamps",
  "nonce-before-signature",
  "anonymous-uses-up",
  "verifier-not-compared",
  "double-exchange",
  "callback-not-confirmed",
  "secret-in-error",
  "unknown-method-is-hmac",
] as const;

const callback = "https://application.example/callback";
// Debian's Python has Debian's packages; another Python earlier in the PATH may not have them.
const python = "/usr/bin/python3";

export const providers: readonly Known[] = [
  { name: "Countersign", present: () => true, start: () => startOurselves() },
  {
    name: "OAuthLib",
    needs: "python3-oauthlib",
    present: () => works(python, ["-c", "import oauthlib.oauth1"]),
    start: () => startPython("OAuthLib", "oauthlib_provider.py", ["HMAC-SHA1", "PLAINTEXT"]),
  },
  {
    name: "Authlib",
    needs: "python3-authlib",
    present: () => works(python, ["-c", "import authlib.oauth1"]),
    start: () => startPython("Authlib", "authlib_provider.py", ["HMAC-SHA1", "PLAINTEXT"]),
  },
  {
    name: "PECL OAuthProvider",
    needs: "php-cli and php-oauth",
    present: () => works("php", ["-r", "exit(class_exists('OAuthProvider') ? 0 : 1);"]),
    start: startPhp,
  },
  {
    name: "The naive provider of the tests",
    present: () => true,
    start: () => startNaive(everyDefectOfTheField),
  },
];

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

async function startPython(name: string, file: string, offered: readonly string[]) {
  const clients = drawnClients();
  const child = spawn(python, [pathOf(file)], {
    env: {
      PATH: process.env["PATH"],
      PROVIDER: JSON.stringify({ clients, callback }),
      PYTHONDONTWRITEBYTECODE: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await ready(child, /^ready (\S+)$/m);
  return { config: configOf(name, origin, clients, offered), ...ended(child) };
}

async function startPhp() {
  const clients = drawnClients();
  const directory = mkdtempSync(join(tmpdir(), "countersign-pecl-"));
  const origin = `http://localhost:${await freePort()}`;
  const child = spawn(
    "php",
    ["-S", new URL(origin).host.replace("localhost", "127.0.0.1"), pathOf("pecl_provider.php")],
    {
      env: {
        PATH: process.env["PATH"],
        PROVIDER: JSON.stringify({ clients, callback, origin }),
        STATE: join(directory, "state.json"),
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  await ready(child, /(started)/);
  const config = configOf("PECL OAuthProvider", origin, clients, [
    "HMAC-SHA1",
    "HMAC-SHA256",
    "PLAINTEXT",
  ]);
  return {
    config,
    async [Symbol.asyncDispose]() {
      await ended(child)[Symbol.asyncDispose]();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function drawnClients() {
  return ["first", "second"].map((name) => ({
    key: `${name}${randomBytes(10).toString("hex")}`,
    secret: randomBytes(20).toString("hex"),
  }));
}

function configOf(
  name: string,
  origin: string,
  [first, second]: ReturnType<typeof drawnClients>,
  offered: readonly string[],
): object {
  const allow = [{ open: "{authorization_url}" }, { submit: { decision: "allow" } }];
  return {
    name,
    request_token: { url: `${origin}/request_token` },
    authorization: `${origin}/authorize`,
    access_token: { url: `${origin}/access_token` },
    resource: { url: `${origin}/resource`, methods: ["GET", "POST"], contains: "screen_name" },
    client: first,
    second_client: second,
    signature_methods: offered,
    callback,
    // Authlib leaves checking callbacks to the site; the other two ask the site.
    registered_callbacks: name !== "Authlib",
    approval: { kind: "http", steps: allow },
    requests_per_second: 10_000,
  };
}

/** Resolves with the line that a provider prints once it listens. */
async function ready(child: ChildProcess, line: RegExp): Promise<string> {
  const seen = Promise.withResolvers<string>();
  let printed = "";
  const stream = child.stdout ?? child.stderr;
  stream?.setEncoding("utf8").on("data", (text: string) => {
    if (printed.length < 10_000) printed += text;
    const [, match] = line.exec(printed) ?? [];
    if (match !== undefined) seen.resolve(match);
  });
  once(child, "exit").then(() => seen.reject(new Error(`the provider ended: ${printed}`)));
  return seen.promise;
}

function ended(child: ChildProcess): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
