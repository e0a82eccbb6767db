/** Where the keys of a new application go. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type ConsumerKey,
  mintConsumerKey,
  mintConsumerSecret,
} from "../../../domain/credentials.ts";
import { OutcomeUnknown } from "../../../domain/errors.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { withoutAt } from "../../../domain/user.ts";
import type { ConsumerKeys } from "../../../http/actions/create-application.ts";
import type { ApplicationEntry } from "../../../http/admin-api/configuration/wanted.ts";
import { envFile } from "../../../pages/views/portal/env-file.ts";
import { writeNew } from "../new-file.ts";
import { Failed, warn } from "../outcome.ts";
import type { ApplyFile, SecretsEntry } from "./file.ts";
import type { Change } from "./target.ts";
import { placeIn } from "./undeclared.ts";

/**
 * New applications get keys that are stored first. A change has a `problem` if its keys have no place. `secretCommand`
 * is for applications whose entry says nothing.
 */
export function withSecrets(
  changes: readonly Change[],
  { applications = [] }: ApplyFile,
  {
    directory,
    secretCommand,
  }: { readonly directory: string; readonly secretCommand: string | undefined },
): readonly Change[] {
  const taken = new Map<string, string>();
  return changes.map((change) => {
    if (change.action !== "create" || !change.part.startsWith("applications[")) return change;
    const entry = applications[placeIn(change)];
    const destination = entry?.secrets
      ? destinationOf(entry.secrets, directory)
      : secretCommand && commandFor(entry, secretCommand);
    if (!destination) {
      return { ...change, problem: "the application is new, so it needs secrets" };
    }
    const { name, path } = destination;
    const other = path === undefined ? undefined : taken.get(path);
    if (path !== undefined) taken.set(path, change.part);
    const problem =
      other === undefined
        ? destination.problem()
        : `${name} is for the secrets of ${other} too; choose a different file`;
    return {
      ...change,
      differences: [...change.differences, { setting: "secrets", from: "", to: name }],
      ...(problem !== undefined && { problem }),
      run: () => create(change, destination, entry?.consumer_key as ConsumerKey | undefined),
    };
  });
}

/** The keys come first, so that no application has a secret that its administrator does not know. */
async function create(
  change: Change,
  destination: Destination,
  consumerKey = mintConsumerKey(randomBytes),
): Promise<void> {
  const keys = { consumerKey, consumerSecret: mintConsumerSecret(randomBytes) };
  await destination.deliver(keys);
  try {
    await change.run(keys);
  } catch (error) {
    const left =
      error instanceof OutcomeUnknown
        ? `the keys are in ${destination.name}; they are valid if the application was created`
        : destination.takeBack(keys);
    if (left !== undefined) warn(left);
    throw error;
  }
}

interface Destination {
  /** As the plan and the outcome name it. */
  readonly name: string;
  /** Of a file. */
  readonly path?: string;
  /** Why the keys can't go there, if that shows already. */
  problem(): string | undefined;
  /** Resolves once the keys are there. Throws `Failed`, and they are not there. */
  deliver(keys: ConsumerKeys): Promise<void>;
  /** After a delivery whose application was not created. Returns what is left to do, if anything. */
  takeBack(keys: ConsumerKeys): string | undefined;
}

/** Paths are relative to `directory`, and a command runs in it. */
function destinationOf(
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
    path,
    problem() {
      if (existsSync(path)) {
        return `${name} exists, although its application doesn't: it was deleted, or never created. Secrets never replace a file; move it away, or choose a different file`;
      }
      const folder = dirname(path);
      const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
      return isThere ? undefined : `there is no directory ${folder}; create it first`;
    },
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
    deliver: (keys) => {
      const child = spawn(program, args, { cwd: directory, stdio: ["pipe", "ignore", 2] });
      return given(child, textOf(keys, format), `the command ${program}`);
    },
    takeBack: () => `the keys that the command ${program} has belong to no application`,
  };
}

/**
 * The secret alone is on its standard input: other users of the machine can see arguments, and some an environment. It
 * is never told what `command` says, because that may have a password.
 */
function commandFor(
  { name = "", owner = "" }: Pick<ApplicationEntry, "name" | "owner"> = {},
  command: string,
): Destination {
  const about = {
    APPLICATION_NAME: typedText(name),
    APPLICATION_OWNER: withoutAt(owner),
    SECRET_KIND: "consumer-secret",
  };
  return {
    name: "--secret-command",
    problem: () => undefined,
    deliver({ consumerKey, consumerSecret }) {
      const child = spawn("sh", ["-c", command], {
        env: { ...process.env, ...about, CONSUMER_KEY: consumerKey },
        stdio: ["pipe", "ignore", 2],
      });
      return given(child, consumerSecret.reveal(), "--secret-command");
    },
    takeBack: ({ consumerKey }) =>
      `--secret-command got the secret of the consumer key ${consumerKey}, which belongs to no application; the next run creates another one`,
  };
}

/**
 * Resolves once the command has ended well. What it prints is left out, because it may print what it reads; its errors
 * are shown. Throws `Failed`.
 */
async function given(child: ChildProcess, text: string, name: string): Promise<void> {
  const ended = await new Promise<string>((done) => {
    child.once("error", (error) => done(error.message));
    child.once("close", (status, signal) => done(String(signal ?? status)));
    // A command may end before it has read everything; its status decides.
    child.stdin?.on("error", () => {});
    child.stdin?.end(text);
  });
  if (ended !== "0") throw new Failed(`${name} ended with ${ended}`);
}

function textOf({ consumerKey, consumerSecret }: ConsumerKeys, format: Format): string {
  const secret = consumerSecret.reveal();
  return format === "json"
    ? `${JSON.stringify({ consumer_key: consumerKey, consumer_secret: secret })}\n`
    : `${envFile({ CONSUMER_KEY: consumerKey, CONSUMER_SECRET: secret })}\n`;
}
