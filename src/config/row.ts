export interface ConfigRow {
  /** The setting's name, without the prefix `COUNTERSIGN_`. */
  readonly name: string;
  readonly meaning: string;
  readonly shape: string;
  readonly example: string;
  /** The default as the reference shows it; empty if unset. */
  readonly default: string;
  /** Throws an Error whose message describes what is wrong with the value. */
  readonly read: (text: string) => unknown;
  /** Whether values must not be shown, or a function that decides. */
  readonly secret?: true | ((text: string) => boolean);
}

export function isSecret({ secret }: ConfigRow, text: string): boolean {
  return typeof secret === "function" ? secret(text) : secret === true;
}

/** A value is undefined for an unset row without a default. */
export type ValuesOf<Table extends Readonly<Record<string, ConfigRow>>> = {
  readonly [Key in keyof Table]:
    | ReturnType<Table[Key]["read"]>
    | (Table[Key]["default"] extends "" ? undefined : never);
};

export const configPrefix = "COUNTERSIGN_";

/** The message begins with the variables to change; `names` has them without their prefix. */
export class ConfigProblem extends Error {
  readonly names: readonly string[];
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
  if (found === undefined) throw new Error(`${JSON.stringify(text)} is not a valid value`);
  return found;
}
