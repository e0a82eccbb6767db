/** Where the keys of a new application go. */
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { ConsumerKey, Secret } from "../../../domain/credentials.ts";
import { envFile } from "../../../pages/views/portal/env-file.ts";
import { writeNew } from "../new-file.ts";
import { Failed } from "../outcome.ts";
import type { SecretsEntry } from "./file.ts";

export interface NewKeys {
  readonly consumerKey: ConsumerKey;
  readonly consumerSecret: Secret;
}

export interface Destination {
  /** As the plan and the outcome name it. */
  readonly name: string;
  /** Why the keys can't go there, if that shows already. */
  problem(): string | undefined;
  /** Resolves once the keys are there. Throws `Failed`, and they are not there. */
  deliver(keys: NewKeys): Promise<void>;
  /** After a delivery whose application was not created. Returns what is left to do, if anything. */
  takeBack(): string | undefined;
}

/** Paths are relative to `directory`, and a command runs in it. */
export function destinationOf(
  { file, command, format = "env" }: SecretsEntry,
  directory: string,
): Destination {
  if (file !== undefined) return fileAt(resolve(directory, file), file, format);
  return commandIn(directory, command ?? [], format);
}

type Format = NonNullable<SecretsEntry["format"]>;

function fileAt(path: string, name: string, format: Format): Destination {
  return {
    name,
    problem: () =>
      existsSync(path)
        ? `${name} exists; secrets never replace a file: move it away, or name another`
        : undefined,
    deliver: (keys) => writeNew(path, [textOf(keys, format)]),
    takeBack() {
      rmSync(path, { force: true });
      return undefined;
    },
  };
}

function commandIn(
  directory: string,
  [program = "", ...args]: readonly string[],
  format: Format,
): Destination {
  return {
    name: `the command ${program}`,
    problem: () => undefined,
    async deliver(keys) {
      const ended = await new Promise<string>((done) => {
        // Its output goes to standard error, which keeps standard output for the plan.
        const child = spawn(program, args, { cwd: directory, stdio: ["pipe", 2, 2] });
        child.once("error", (error) => done(error.message));
        child.once("close", (status, signal) => done(String(signal ?? status)));
        // A command may end before it has read everything; its status decides.
        child.stdin?.on("error", () => {});
        child.stdin?.end(textOf(keys, format));
      });
      if (ended !== "0") throw new Failed(`the command ${program} ended with ${ended}`);
    },
    takeBack: () => `the keys that the command ${program} has belong to no application`,
  };
}

function textOf({ consumerKey, consumerSecret }: NewKeys, format: Format): string {
  const secret = consumerSecret.reveal();
  return format === "json"
    ? `${JSON.stringify({ consumer_key: consumerKey, consumer_secret: secret })}\n`
    : `${envFile({ CONSUMER_KEY: consumerKey, CONSUMER_SECRET: secret })}\n`;
}
