/** A process that runs one command after another for its parent, so that shared modules are loaded only once. */
import { runCommand } from "../../src/program/cli/run-command.ts";
import { readyLine } from "../support/ready-line.ts";

export interface Asked {
  readonly id: number;
  readonly args: readonly string[];
  /** All environment variables whose names begin with COUNTERSIGN_. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly id: number;
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

process.umask(0o077);
process.on("disconnect", () => process.exit());
let last: Promise<void> = Promise.resolve();
process.on("message", (asked: Asked) => {
  last = last.then(() => run(asked));
});

async function run({ id, args, variables }: Asked): Promise<void> {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("COUNTERSIGN_")) delete process.env[name];
  }
  Object.assign(process.env, variables);
  const printed = { stdout: "", stderr: "" };
  const tell = (status: number | null) => {
    const result: Ended = { id, status, ...printed };
    return new Promise((resolve) => process.send?.(result, resolve));
  };
  const streams = ["stdout", "stderr"] as const;
  const restored = streams.map((name) => {
    const { write } = process[name];
    process[name].write = (text: string | Uint8Array) => {
      printed[name] += text;
      // It serves, so it would never end by itself.
      if (name === "stdout" && readyLine.test(printed.stdout))
        tell(null).then(() => process.exit());
      return true;
    };
    return () => {
      process[name].write = write;
    };
  });
  const status = (await runCommand(args)) ?? Number(process.exitCode ?? 0);
  process.exitCode = 0;
  for (const restore of restored) restore();
  await tell(status);
}
