/**
 * An administrator's command as a row: a view of an operation, which it runs on the database and not over HTTP. Its
 * options are what the operation takes, and `--json` prints what the operation returns.
 */
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { z } from "zod";
import type { Config } from "../../../config/config.ts";
import { readError } from "../../../config/read-error.ts";
import type { Application } from "../../../domain/application.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import type { User } from "../../../domain/user.ts";
import { placeOf, validated } from "../../../http/admin-api/input-problems.ts";
import { applicationId, because, counted, page, userId } from "../../../http/admin-api/shapes.ts";
import type { AdminCall, AdminOperation } from "../../../http/operation/admin-operation.ts";
import { AdminProblem } from "../../../http/operation/admin-problem.ts";
import { type Confirmation, confirm, yesMeaning } from "../confirm.ts";
import { Failed, print, WrongUse } from "../outcome.ts";
import { outputParts } from "../output-parts.ts";
import { applicationWithKey, userNamed, withLedger } from "../stores.ts";
import { callParts } from "./call-parts.ts";

/** What a command was called for. */
export interface Called {
  readonly ledger: Ledger;
  readonly now: number;
  /** The user of `--screen-name`. */
  readonly user: User;
  /** The application of `--consumer-key`. */
  readonly application: Application;
  readonly config: Config;
  readonly options: Options;
}

type Options = Readonly<Record<string, unknown>>;

/** A line or lines for the terminal; notes go to standard error. */
type Printed = string | readonly string[] | { readonly lines: string[]; readonly notes: string[] };

export type CommandRow<Result> = RowParts<Result> &
  (
    | { readonly print: (result: Result, called: Called) => Printed | Promise<Printed> }
    | {
        /** What is done before the first part is read. */
        readonly begin?: (called: Called, call: AdminCall) => Promise<void>;
        /** The lines of each part of a list, which are printed as it is read: it may be longer than the memory. */
        readonly printParts: (
          called: Called,
        ) => (part: Result, isFirst: boolean) => readonly string[];
      }
  );

interface RowParts<Result> {
  readonly name: string;
  /** It runs if its group is called without a command. */
  readonly isDefault?: true;
  /** By default, the operation's summary. */
  readonly description?: string;
  readonly of: AdminOperation<Result>;
  /** What it ends permanently, in lines. Empty if there is nothing to end. */
  readonly ends?: (called: Called) => Promise<readonly string[]>;
  /** Values of options that need not be given. */
  readonly defaults?: Readonly<Record<string, string>>;
  /**
   * What the operation takes, by the names of its members, if its options are other ones: those that `options` adds,
   * and those of the user and the application that it is about.
   */
  readonly input?: (options: Options, called: Called) => Options | Promise<Options>;
  readonly options?: (command: Command) => Command;
  /** Throws `WrongUse` if an option is missing of which each one alone may be. */
  readonly check?: (called: Called) => void;
  /** What follows, after which its result is printed. */
  readonly follow?: (result: Result, called: Called, call: AdminCall) => Promise<Result>;
}

/** Adds a command for the row. */
export function addCommand<Result>(group: Command, row: CommandRow<Result>): void {
  const command = group
    .command(row.name, { isDefault: row.isDefault === true })
    .description(row.description ?? row.of.summary);
  for (const member of membersOf(row)) {
    for (const option of optionsOf(member, row.defaults)) command.addOption(option);
  }
  row.options?.(command);
  if (row.ends !== undefined) command.option("--yes", yesMeaning);
  if (isPrintable(row.of) && "print" in row) command.option("--json", "print one JSON object");
  command.action((options: Options & Confirmation) =>
    withLedger(async (ledger, config, keys) => {
      const now = Date.now();
      const subjects = await subjectsOf(row, options, ledger);
      const called = { ledger, config, now, options, ...subjects };
      row.check?.(called);
      const given = row.input ? await row.input(options, called) : memberValues(row, options);
      const parts = callParts({ ledger, config, keys }, now);
      try {
        const call = { ...parts.call, ...inputOf(row.of, given, called) };
        if ("printParts" in row) {
          await row.begin?.(called, call);
          return await printInParts(row.of, call, row.printParts(called));
        }
        const ends = (await row.ends?.(called)) ?? [];
        if (ends.length > 0) await confirm(ends, options);
        const first = await resultOf(row.of, call);
        const result = row.follow === undefined ? first : await row.follow(first, called, call);
        const printed = await row.print(result, called);
        const { lines, notes } = linesOf(printed);
        print(options.json, (result ?? {}) as object, lines, notes);
        await parts.sent(result);
      } catch (error) {
        if (error instanceof AdminProblem) throw failure(error);
        throw error;
      }
    }),
  );
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Options for members that an operation takes in some of its forms. None of them has to be given. */
export function addOptionsFor(command: Command, shape: Shape): Command {
  for (const [name, given] of Object.entries(shape)) {
    const schema = given instanceof z.ZodOptional ? given.unwrap() : given;
    for (const option of optionsOf({ name, schema, required: false })) command.addOption(option);
  }
  return command;
}

/** Their values, by the names of the members. */
export function valuesFor(shape: Shape, options: Options): Options {
  const pairs = Object.entries(shape).map(([name, given]) => {
    const schema = given instanceof z.ZodOptional ? given.unwrap() : given;
    const value = options[camel(flagOf(name, schema).slice(2))];
    return [name, value === true ? "true" : value];
  });
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function isPrintable({ response }: AdminOperation): boolean {
  return response !== undefined;
}

function linesOf(printed: Printed): { lines: readonly string[]; notes: readonly string[] } {
  if (typeof printed === "string") return { lines: [printed], notes: [] };
  return "lines" in printed ? printed : { lines: printed, notes: [] };
}

/** What is sent wrongly is a wrong command line; everything else is the state of the service. */
function failure({ problem, message }: AdminProblem): Error {
  return problem === "rejected" || problem === "invalid-request"
    ? new WrongUse(message)
    : new Failed(message);
}

/** A list in pages is read to its end. */
async function resultOf<Result>(of: AdminOperation<Result>, call: AdminCall): Promise<Result> {
  if (!isList(of)) return of.run(call);
  const data: unknown[] = [];
  let counts = false;
  for await (const part of partsOf(of, call)) {
    data.push(...part.data);
    counts = "total" in part;
  }
  return { data, next_cursor: null, ...(counts && { total: data.length }) } as Result;
}

async function* partsOf<Result>(
  of: AdminOperation<Result>,
  call: AdminCall,
): AsyncGenerator<Result & List> {
  let cursor: string | null | undefined;
  do {
    const query = { ...(call.query as object), limit: "200", ...(cursor && { cursor }) };
    const part = (await of.run({ ...call, query })) as Result & List;
    yield part;
    cursor = part.next_cursor;
  } while (cursor);
}

async function printInParts<Result>(
  of: AdminOperation<Result>,
  call: AdminCall,
  linesIn: (part: Result, isFirst: boolean) => readonly string[],
): Promise<void> {
  const output = outputParts();
  let isFirst = true;
  for await (const part of partsOf(of, call)) {
    await output.write(
      linesIn(part, isFirst)
        .map((line) => `${line}\n`)
        .join(""),
    );
    if (!output.isRead()) return;
    isFirst = false;
  }
}

interface List {
  readonly data: readonly unknown[];
  readonly next_cursor: string | null;
}

function isList({ query }: AdminOperation): boolean {
  return query?.shape["cursor"] === page.cursor;
}

/** Any row, for what does not depend on its result. */
interface Taking {
  readonly of: AdminOperation;
  readonly input?: unknown;
  readonly options?: unknown;
}

interface Member {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly required: boolean;
}

/** What an operation takes, except for the pages of a list and what can have one value only. */
function membersOf({ of, input }: Taking): readonly Member[] {
  return (["params", "query", "body"] as const).flatMap((where) => {
    const object = of[where];
    if (!(object instanceof z.ZodObject) || (where !== "params" && input !== undefined)) return [];
    return Object.entries<z.core.$ZodType>(object.shape).flatMap(([name, given]) => {
      if (given === page.cursor || given === page.limit || given === counted) return [];
      const required = !(given instanceof z.ZodOptional);
      const schema = given instanceof z.ZodOptional ? given.unwrap() : given;
      const isSubject = schema === userId || schema === applicationId;
      if (schema instanceof z.ZodLiteral || (input !== undefined && !isSubject)) return [];
      return [{ name, schema, required }];
    });
  });
}

const userOption = ["--screen-name <name>", "the account, by screen name or ID"] as const;
const applicationOption = ["--consumer-key <key>", "the application's consumer key"] as const;

function optionsOf(
  { name, schema, required }: Member,
  defaults: Readonly<Record<string, string>> = {},
): readonly Option[] {
  if (name === "password") return passwordOptions();
  const flag = flagOf(name, schema);
  const meaning = phraseOf(schema);
  if (schema === userId) return [new Option(...userOption).makeOptionMandatory(required)];
  if (schema === applicationId) {
    return [new Option(...applicationOption).makeOptionMandatory(required)];
  }
  if (schema instanceof z.ZodEnum) {
    const values = schema.options.map(String);
    if (values.join() === "true") return [new Option(flag, meaning)];
    const option = new Option(`${flag} <${name}>`, meaning).choices(values);
    return [withDefault(option, defaults[name], required)];
  }
  if (schema instanceof z.ZodBoolean) return [new Option(flag, meaning)];
  if (schema instanceof z.ZodArray) {
    const option = new Option(`${flag} <text>`, `${meaning} (repeatable)`);
    const collected = (value: string, before: readonly string[] = []) => [...before, value];
    return [option.argParser(collected).makeOptionMandatory(required)];
  }
  const option = new Option(`${flag} <${schema === because ? "reason" : "text"}>`, meaning);
  return [withDefault(option, defaults[name], required)];
}

/** An array has an option for one of its values, which can be given several times. */
function flagOf(name: string, schema: z.core.$ZodType): string {
  const one = schema instanceof z.ZodArray ? name.replace(/s$/, "") : name;
  return `--${one.replaceAll("_", "-")}`;
}

function withDefault(option: Option, value: string | undefined, required: boolean): Option {
  return value === undefined ? option.makeOptionMandatory(required) : option.default(value);
}

function phraseOf(schema: z.core.$ZodType): string {
  const description = schema instanceof z.ZodType ? (schema.description ?? "") : "";
  return description.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, "");
}

function passwordOptions(): readonly Option[] {
  return [
    new Option(
      "--password <password>",
      "the password (visible to anyone who can list processes)",
    ).conflicts("passwordFile"),
    new Option(
      "--password-file <file>",
      "a file whose first line is the password; - reads standard input",
    ),
  ];
}

function passwordIn({ password, passwordFile: path }: Options): string {
  if (typeof password === "string") return password;
  if (typeof path !== "string") {
    throw new WrongUse("set the password with --password-file FILE or --password PASSWORD");
  }
  try {
    return readFileSync(path === "-" ? 0 : path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    throw new WrongUse(`the password file ${path} cannot be read: ${readError(error)}`);
  }
}

function memberValues(row: Taking, options: Options): Options {
  const pairs = membersOf(row).map(({ name, schema }) => {
    if (name === "password") return [name, passwordIn(options)];
    const value = options[camel(flagOf(name, schema).slice(2))];
    const isFlag = schema instanceof z.ZodEnum && schema.options.join() === "true";
    return [name, isFlag && value === true ? "true" : value];
  });
  return Object.fromEntries(pairs);
}

function camel(name: string): string {
  return name.replace(/[_-](.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The user and the application that the options name. They are only used by rows whose operation takes them. */
async function subjectsOf(
  row: Taking,
  options: Options,
  ledger: Ledger,
): Promise<Pick<Called, "user" | "application">> {
  const { screenName, consumerKey } = options;
  const schemas = membersOf(row).map(({ schema }) => schema);
  const takesUser = schemas.includes(userId) || row.options !== undefined;
  return {
    user: (takesUser && typeof screenName === "string"
      ? await userNamed(ledger, screenName)
      : undefined) as User,
    application: (typeof consumerKey === "string"
      ? await applicationWithKey(ledger, consumerKey)
      : undefined) as Application,
  };
}

/** Throws `WrongUse` for what the operation's schemas reject. */
function inputOf(
  operation: AdminOperation,
  given: Options,
  { user, application }: Called,
): Pick<AdminCall, "params" | "query" | "body"> {
  const valueIn = (where: "params" | "query" | "body") => {
    const schema = operation[where];
    if (schema === undefined) return undefined;
    if (!(schema instanceof z.ZodObject)) return checked(schema, given);
    const pairs = Object.entries<z.core.$ZodType>(schema.shape).map(([name, one]) => {
      const inner = one instanceof z.ZodOptional ? one.unwrap() : one;
      if (inner === userId) return [name, user?.id];
      if (inner === applicationId) return [name, application?.id];
      if (inner instanceof z.ZodLiteral && inner.values.size === 1) return [name, inner.value];
      return [name, given[name]];
    });
    return checked(schema, Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));
  };
  return { params: valueIn("params"), query: valueIn("query"), body: valueIn("body") };
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const result = validated(schema, value);
  if (result.ok) return result.value;
  const problems = result.problems.map(({ path, words }) => `${optionAt(schema, path)}${words}`);
  throw new WrongUse(problems.join("; "));
}

function optionAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  const [name = "", ...inside] = path;
  const given = schema instanceof z.ZodObject ? schema.shape[String(name)] : undefined;
  const member = given instanceof z.ZodOptional ? given.unwrap() : given;
  if (member instanceof z.ZodArray) return flagOf(String(name), member);
  return `--${placeOf([name, ...inside]).replaceAll("_", "-")}`;
}
