/** `countersign serve` with sockets that a supervisor keeps. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { command, inheritedEnvironment } from "./process.ts";
import { readyLine } from "./ready-line.ts";
import { until } from "./until.ts";

export interface Supervised extends AsyncDisposable {
  readonly baseUrl: string;
  readonly port: number;
  readonly internalPort: number;
  /** Ends the service as an administrator would. Resolves once the next one is ready. */
  restart(): Promise<void>;
}

/** The settings are environment variables. Resolves once the service is ready. */
export async function startSupervised(
  settings: Readonly<Record<string, string>>,
): Promise<Supervised> {
  const supervisor = spawn(
    process.execPath,
    [fileURLToPath(new URL("./supervisor.ts", import.meta.url)), command],
    { env: { ...inheritedEnvironment(), ...settings }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const output = outputOf(supervisor);
  const started = () => [...output().matchAll(/^started (\d+)$/gm)].map(([, pid]) => Number(pid));
  const ready = () =>
    [...output().matchAll(new RegExp(readyLine, "gm"))].map(([, url]) => url ?? "");
  await until(() => ready().length === 1);
  const [, port, internalPort] = /^sockets (\d+) (\d+)$/m.exec(output()) ?? [];
  return {
    port: Number(port),
    internalPort: Number(internalPort),
    baseUrl: ready()[0] ?? "",
    async restart() {
      const before = ready().length;
      process.kill(started().at(-1) ?? 0, "SIGTERM");
      await until(() => ready().length > before);
    },
    async [Symbol.asyncDispose]() {
      supervisor.kill("SIGKILL");
      process.kill(started().at(-1) ?? 0, "SIGKILL");
      await once(supervisor, "close");
    },
  };
}

function outputOf({ stdout }: Pick<ChildProcess, "stdout">): () => string {
  let output = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return () => output;
}
