/** docs/reference/commands.md, from the command line's own program. */
import type { Argument, Command, Option } from "commander";
import { programOf } from "../../src/program/cli/commands.ts";
import { examples } from "../../src/program/cli/examples.ts";
import { generated, table } from "./page.ts";

/** The exit statuses of commands for which they mean more than the general table says. */
const statuses: Readonly<Record<string, readonly (readonly [status: number, meaning: string])[]>> =
  {
    apply: [
      [0, "Nothing was to be done, or all changes were made."],
      [1, "The file is wrong or can't be read, a change failed, or `--yes` is missing."],
      [2, "`--plan` found changes to make, or the settings or the command line are wrong."],
    ],
    check: [
      [0, "Nothing has failed."],
      [1, "Something has failed. With `--strict`, also if there are warnings."],
      [2, "The settings can't be read, or the command line is wrong."],
    ],
    "debug-signature": [
      [0, "Nothing is wrong with the request."],
      [1, "A fault was found."],
      [2, "The request can't be read or examined, or the command line is wrong."],
    ],
    import: [
      [0, "Every line was imported, or its record exists already."],
      [1, "At least one line was skipped, or the import failed."],
      [2, "The settings or the command line are wrong, or the file can't be read."],
    ],
    serve: [
      [0, "The service has stopped after SIGTERM or SIGINT."],
      [1, "The service couldn't start, or one of its processes failed."],
      [2, "The settings or the command line are wrong."],
    ],
  };

export async function commandsPage(): Promise<string> {
  const program = await programOf();
  const missing = Object.keys(statuses).filter(
    (name) => !program.commands.some((one) => one.name() === name),
  );
  if (missing.length > 0) throw new Error(`there is no command ${missing.join(", ")}`);
  const general = table(
    ["status", "meaning"],
    [
      ["0", "The command has done what it describes. `--help` and `--version` exit with 0 too."],
      ["1", "The command line is right, but the command failed. Standard error has the reason."],
      [
        "2",
        "The command line or a setting is wrong, or a file that the command reads can't be read.",
      ],
    ],
  );
  const intro = [
    "`countersign` reads its settings from [environment variables](config.md). Each command describes itself with `--help`, and `countersign --version` prints the version. With `--json`, a command prints one JSON object for scripts.",
    `## Exit statuses\n\n${general}\n\nIf the outcome of a change is unknown, for example because the database stopped responding, the command exits with 1 and the message starts with "the outcome is unknown". The commands ${inWords(Object.keys(statuses).map((name) => `[\`${name}\`](#${name})`))} have their own tables.`,
    `## Commands\n\n${indexOf(program.commands)}`,
  ];
  const chapters = program.commands.flatMap((one) => chapter(one, []));
  return `# Commands\n\n${generated}\n\n${[...intro, ...chapters].join("\n\n")}\n`;
}

/** In the groups of `countersign --help`. */
function indexOf(commands: readonly Command[]): string {
  return [...Map.groupBy(commands, (one) => one.helpGroup())]
    .map(
      ([heading, group]) =>
        `**${heading.replace(/:$/, "")}**\n\n${group.map(indexLine).join("\n")}`,
    )
    .join("\n\n");
}

function indexLine(command: Command): string {
  const name = command.name();
  const parts = command.commands.map((one) => `[${one.name()}](#${name}-${one.name()})`);
  return `- [\`${name}\`](#${name})${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}

function chapter(command: Command, above: readonly string[]): string[] {
  const names = [...above, command.name()];
  const head = `${"#".repeat(names.length + 1)} ${names.join(" ")}`;
  const description = sentence(command.description());
  const inner = command.commands.flatMap((one) => chapter(one, names));
  const isGroup = inner.length > 0 && command.registeredArguments.length === 0;
  if (isGroup) return [`${head}\n\n${description}`, ...inner];
  return [
    [
      head,
      description,
      `\`\`\`sh\n${usage(command, names)}\n\`\`\``,
      ...exampleBlock(names.join(" ")),
      ...optionTable(command),
      ...statusTable(names.join(" ")),
    ].join("\n\n"),
    ...inner,
  ];
}

function exampleBlock(path: string): string[] {
  const lines = examples[path];
  if (lines === undefined) return [];
  const title = lines.length === 1 ? "Example" : "Examples";
  return [`${title}:\n\n\`\`\`sh\n${lines.join("\n")}\n\`\`\``];
}

function usage(command: Command, names: readonly string[]): string {
  const required = command.options.filter((one) => one.mandatory).map((one) => one.flags);
  const others = command.options.some((one) => !one.mandatory) ? ["[options]"] : [];
  const operands = command.registeredArguments.map((one) =>
    one.required ? `<${one.name()}>` : `[${one.name()}]`,
  );
  const flags = required.map((one) => one.replace(/^-\w, /, ""));
  return ["countersign", ...names, ...flags, ...others, ...operands].join(" ");
}

function optionTable(command: Command): string[] {
  const rows = [
    ...command.registeredArguments.map((one) => [code(operand(one)), meaning(one, one.required)]),
    ...command.options.map((one) => [code(one.flags), meaning(one, one.mandatory)]),
  ];
  return rows.length > 0 ? [table(["option", "meaning"], rows)] : [];
}

function operand(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

function meaning(one: Argument | Option, isRequired: boolean): string {
  const { description, argChoices, defaultValue } = one;
  const hasDefault = defaultValue !== undefined && String(defaultValue) !== "";
  return [
    sentence(description),
    ...(argChoices === undefined ? [] : [`One of ${argChoices.map(code).join(", ")}.`]),
    ...(hasDefault ? [`Default: ${code(String(defaultValue))}.`] : []),
    ...(isRequired ? ["Required."] : []),
  ].join(" ");
}

function statusTable(name: string): string[] {
  const rows = statuses[name]?.map(([status, text]) => [String(status), text]);
  return rows === undefined ? [] : [table(["exit status", "meaning"], rows)];
}

/** Descriptions are written for a table in a terminal, so some start in lowercase and have no period. */
function sentence(text: string): string {
  const capitalized = (text.charAt(0).toUpperCase() + text.slice(1)).replace(
    /(?<!`)\bCOUNTERSIGN_[A-Z_]+\b/g,
    code,
  );
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function inWords(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}
