/** A command on a terminal of its own, which script(1) of util-linux opens. */
import { spawn, spawnSync } from "node:child_process";
import { inheritedEnvironment } from "./process.ts";

export const withoutTerminal =
  spawnSync("script", ["--version"]).status !== 0 && "script(1) is not installed";

export interface OnTerminal {
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly cwd?: string;
}

/** Starts `sh -c line`; its output has both streams, as a terminal shows them. */
export function startOnTerminal(
  line: string,
  { environment = {}, columns = 80, cwd }: OnTerminal = {},
) {
  const child = spawn("script", ["-qefc", `stty cols ${columns} -onlcr; ${line}`, "/dev/null"], {
    cwd,
    env: { ...inheritedEnvironment(), TERM: "xterm", NO_COLOR: "", ...environment },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: () => output, ended };
}

export async function runOnTerminal(line: string, options: OnTerminal = {}) {
  const { output, ended } = startOnTerminal(line, options);
  return { status: await ended, output: output() };
}
