/** One row of the table of settings, and how the values that several rows share are read. */
export interface ConfigRow {
  /** Without the prefix `COUNTERSIGN_`. */
  readonly name: string;
  readonly meaning: string;
  readonly shape: string;
  readonly example: string;
  /** As it is written in the reference; empty: unset. */
  readonly default: string;
  /** Throws an Error whose message says what is wrong with the value. */
  readonly read: (text: string) => unknown;
  /** Whether a value may not be shown; a function where some may. */
  readonly secret?: true | ((text: string) => boolean);
}

export function isSecret({ secret }: ConfigRow, text: string): boolean {
  return typeof secret === "function" ? secret(text) : secret === true;
}

/** What a table's rows read: undefined where a row has no default and is unset. */
export type ValuesOf<Table extends Readonly<Record<string, ConfigRow>>> = {
  readonly [Key in keyof Table]:
    | ReturnType<Table[Key]["read"]>
    | (Table[Key]["default"] extends "" ? undefined : never);
};

export const configPrefix = "COUNTERSIGN_";

/** A configuration that cannot be used. The message begins with the variables that are to be changed; `names` are without their prefix. */
export class ConfigProblem extends Error {
  readonly names: readonly string[];
  /** The message behind the variables. */
  readonly problem: string;

  constructor(names: readonly [string, ...string[]], problem: string) {
    super(`${names.map((name) => configPrefix + name).join(" and ")}: ${problem}`);
    this.name = "ConfigProblem";
    this.names = names;
    this.problem = problem;
  }
}

export function list(text: string): string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

export function oneOf<const T extends readonly string[]>(text: string, choices: T): T[number] {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new Error(`there is no ${JSON.stringify(text)}`);
  return found;
}
