import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ status: number | null; output: string }>;
  /** Resolves once its output contains this. */
  says(part: RegExp): Promise<RegExpExecArray>;
}

/** A program that a reader saved, in a folder with the packages of npm that it may need. */
export function savedProgram(file: string, code: string) {
  const folder = mkdtempSync(join(tmpdir(), "countersign-program-"));
  const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));
  symlinkSync(packages, join(folder, "node_modules"));
  writeFileSync(join(folder, file), code);
  const children: ChildProcess[] = [];

  /** The command is one of a shell. It has no other environment than this and its PATH. */
  function start(command: string, environment: Readonly<Record<string, string>>): Running {
    // Go compiles, and keeps its cache beside the program.
    const env = { PATH: process.env["PATH"], GOCACHE: join(folder, "cache"), ...environment };
    const child = spawn("sh", ["-c", `exec ${command}`], { cwd: folder, env });
    children.push(child);
    let output = "";
    const heard = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        for (const look of heard) look();
      });
    }
    const ended = new Promise<{ status: number | null; output: string }>((resolve) => {
      child.once("close", (status) => resolve({ status, output }));
    });
    return {
      child,
      ended,
      says: (part) =>
        new Promise((resolve, reject) => {
          const look = () => {
            const found = part.exec(output);
            if (found) resolve(found);
          };
          heard.add(look);
          look();
          ended.then(() => reject(new Error(`it ended:\n${output}`)));
        }),
    };
  }

  return {
    folder,
    start,
    run(command: string, environment: Readonly<Record<string, string>>) {
      const { child, ended } = start(command, environment);
      child.stdin?.end();
      return ended;
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
