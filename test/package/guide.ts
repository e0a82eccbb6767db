/** Follows docs/guide/protect-your-api.md as a newcomer would: every command, every file, and every promised output. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { repository } from "../cli/command.ts";
import { freePort } from "../support/free-port.ts";

export interface Followed {
  /** The folder of its API, in which the package is installed. */
  readonly project: string;
  readonly terminals: readonly string[];
  readonly languages: ReadonlySet<string>;
}

/**
 * Works in an empty directory. Rejects if a command fails, or if it prints something else than the guide says. `path`:
 * where its commands are found.
 */
export async function followGuide(directory: string, path: string): Promise<Followed> {
  const checkout = join(directory, "countersign");
  copyCheckout(checkout);
  const [port, internalPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { "8080": String(port), "8081": String(internalPort), "9000": String(apiPort) };
  const environment = {
    PATH: path,
    COUNTERSIGN_PORT: ports["8080"],
    COUNTERSIGN_INTERNAL_PORT: ports["8081"],
    // Requests that a registry answers slowly, and a mirror not at all, are not part of the guide.
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    npm_config_prefer_offline: "true",
    npm_config_fetch_timeout: "30000",
  };
  await using stack = new AsyncDisposableStack();
  const terminals = new Map<string, Terminal>();
  const blocks = blocksOf(readFileSync("docs/guide/protect-your-api.md", "utf8"), ports);
  for (const [at, { language, name, text }] of blocks.entries()) {
    if (language === "js") writeFileSync(join(directory, name), text);
    if (language !== "sh") continue;
    const terminal = terminals.get(name) ?? stack.use(openTerminal(checkout, environment));
    terminals.set(name, terminal);
    const next = blocks[at + 1];
    await terminal.type(text, next?.language === "text" ? next.text : undefined);
  }
  return {
    project: join(directory, "things-api"),
    terminals: [...terminals.keys()],
    languages: new Set(blocks.map((one) => one.language)),
  };
}

interface Block {
  readonly language: string;
  /** The terminal of a command, or the path of a file. */
  readonly name: string;
  readonly text: string;
}

function blocksOf(guide: string, ports: Readonly<Record<string, string>>): Block[] {
  return [...guide.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(
    ([, language = "", name = "", text = ""]) => ({
      language,
      name,
      text: text.replace(/\b(8080|8081|9000)\b/g, (port) => ports[port] ?? port),
    }),
  );
}

/** A checkout with what `npm ci` installed in this one. */
export function copyCheckout(to: string): void {
  copyRepository(to);
  symlinkSync(join(repository, "node_modules"), join(to, "node_modules"));
}

/** The content of a clone, without the ledger and the package that earlier runs left. */
export function copyRepository(to: string): void {
  mkdirSync(to);
  const left = /^(node_modules|data|dist|\.git|packages\/\w+\/(dist|node_modules))$/;
  cpSync(repository, to, {
    recursive: true,
    filter: (path) => !left.test(relative(repository, path)),
  });
}

interface Terminal extends AsyncDisposable {
  /**
   * Resolves once the text is printed, or, without a text, once the commands have ended. Rejects if a command fails.
   */
  type(commands: string, printed?: string): Promise<void>;
}

/** Settings for reaching the registry from this machine, which are not part of the guide. */
const waysToRegistry = new Set(["NODE_EXTRA_CA_CERTS", "npm_config_registry", "npm_config_cafile"]);

function openTerminal(cwd: string, environment: Readonly<Record<string, string>>): Terminal {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(COUNTERSIGN|NODE|npm)_/.test(name) || waysToRegistry.has(name),
  );
  const shell = spawn("bash", ["-e"], {
    cwd,
    // Its output is a pipe, and what is typed runs as on a terminal.
    env: { ...Object.fromEntries(inherited), COUNTERSIGN_LOG_FORMAT: "text", ...environment },
    // In a process group, so that everything that the shell started ends with it.
    detached: true,
  });
  const ended = once(shell, "close");
  let output = "";
  let look = () => {};
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (data: string) => {
      output += data;
      look();
    });
  }
  return {
    async type(commands, printed) {
      output = "";
      const awaited = printed === undefined ? /^done here$/m : patternOf(printed);
      const seen = new Promise<void>((resolve) => {
        look = () => {
          if (awaited.test(output)) resolve();
        };
      });
      // Commands must not read from the pipe from which the shell reads the commands.
      const last = printed === undefined ? "\necho 'done here'" : "";
      shell.stdin.write(`{\n${commands}${last}\n} </dev/null\n`);
      const early = ended.then(() => assert.fail(`a command failed:\n${commands}\n${output}`));
      const late = AbortSignal.timeout(280_000);
      const never = once(late, "abort").then(() =>
        assert.fail(`not printed: ${printed}\n${commands}\n${output}`),
      );
      await Promise.race([seen, early, never]);
    },
    async [Symbol.asyncDispose]() {
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, "SIGTERM");
      await ended;
    },
  };
}

/** `…` stands for what differs from run to run. */
function patternOf(printed: string): RegExp {
  const parts = printed.trim().split("…").map(escaped);
  return new RegExp(`^${parts.join('[^"\\n]*')}$`, "m");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
