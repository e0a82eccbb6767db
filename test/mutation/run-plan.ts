/** Runs one plan in one worker, and ends it at its first failure or if a test takes far too long. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plan, Told } from "./worker.ts";

export interface Run {
  readonly outcome: "ended" | "failed" | "died" | "too-slow";
  /** The test that failed, or why the worker died. */
  readonly detail: string;
  readonly reports: readonly Told[];
}

export interface RunOptions {
  /** The URL of a source file, and the source that replaces it. */
  readonly mutant?: { readonly url: string; readonly source: string };
  /** The longest wait for the next message, given the number of messages so far. */
  readonly limitMs: (at: number) => number;
  readonly untilFailure?: true;
}

/** The folder for temporary files of tests; it is removed with the process. */
const scratch = openTo(mkdtempSync(join(tmpdir(), "countersign-mutation-")));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
let runs = 0;

export async function runPlan(plan: Plan, options: RunOptions): Promise<Run> {
  runs += 1;
  const directory = openTo(mkdtempSync(join(scratch, `${runs}-`)));
  const described = join(directory, "mutant.json");
  if (options.mutant !== undefined) writeFileSync(described, JSON.stringify(options.mutant));
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: plan,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: {
      ...process.env,
      TMPDIR: directory,
      // Processes that a test starts get the mutant too, if they inherit its environment.
      NODE_OPTIONS: `--import=${import.meta.resolve("./hooks.ts")}`,
      ...(options.mutant !== undefined && { MUTANT: described }),
    },
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const reports: Told[] = [];
  try {
    return await new Promise<Run>((resolve) => {
      const end = (outcome: Run["outcome"], detail: string) => {
        clearTimeout(timer);
        resolve({ outcome, detail, reports });
      };
      const slow = () => end("too-slow", lastOf(reports));
      let timer = setTimeout(slow, options.limitMs(0));
      worker.on("message", (message: Told) => {
        reports.push(message);
        if (message.kind === "end") end("ended", "");
        else if (message.kind === "test" && message.failure !== undefined && options.untilFailure) {
          end("failed", `${message.name}: ${message.failure.split("\n")[0]}`);
        } else {
          clearTimeout(timer);
          timer = setTimeout(slow, options.limitMs(reports.length));
        }
      });
      worker.on("error", (error) => end("died", String(error)));
      worker.on("exit", () => end("died", lastOf(reports)));
    });
  } finally {
    await worker.terminate();
    rmSync(directory, { recursive: true, force: true });
  }
}

function lastOf(reports: readonly Told[]): string {
  const last = reports.at(-1);
  return last?.kind === "test" ? `after ${last.name}` : "while loading";
}

/** PostgreSQL and PgBouncer, which tests start, reject root and run as another user. */
function openTo(directory: string): string {
  chmodSync(directory, 0o755);
  return directory;
}
