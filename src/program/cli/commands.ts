/** The tree of all commands, in the groups of `countersign --help`. */
import { Command } from "commander";
import software from "../../../package.json" with { type: "json" };
import { commandName, namingCommand } from "../../config/command-name.ts";
import { addApplyCommand } from "./apply.ts";
import { addAuditCommands } from "./audit.ts";
import { addBackupCommand } from "./backup.ts";
import { addCheckCommand } from "./check.ts";
import { addCompletionCommand } from "./completion.ts";
import { addConfigCommand } from "./config.ts";
import { addDebugSignatureCommand } from "./debug-signature.ts";
import { addDemoCommand } from "./demo.ts";
import { examples } from "./examples.ts";
import { addExportCommand } from "./export.ts";
import { addFindCommand } from "./find.ts";
import { addGalleryCommand } from "./gallery.ts";
import { addImportCommand } from "./import.ts";
import { addKeysCommands } from "./keys.ts";
import { addMigrateCommand } from "./migrate.ts";
import { addMoveCommand } from "./move.ts";
import { briefly } from "./outcome.ts";
import { addRestoreCommand } from "./restore.ts";
import { addRevocationsCommands } from "./revocations.ts";
import { addServeCommand } from "./serve.ts";
import { addTestServerCommand } from "./test-server.ts";

/** The commands of `admin/groups.ts`, which loads the library of the operations' schemas: only if one is named. */
const nouns = {
  user: "User accounts",
  admin: "Administrators",
  invitation: "Invitations to create an account",
  app: "Applications (consumers)",
  plan: "Plans, which are named sets of limits",
  "api-limit": "Limits of your APIs, by the names in requests",
  token: "Access tokens",
  "api-key": "Keys of the admin API",
  setting: "Settings that change without a restart",
  usage: "Requests over time",
  sunset: "What may end, and who still uses it",
  webhook: "Webhooks and the audit file: what waits for each",
  bulk: "Actions on many tokens or applications, in the background",
} as const;

type Part = keyof typeof nouns | ((program: Command) => void);

const groups: Readonly<Record<string, readonly Part[]>> = {
  Service: [
    addServeCommand,
    addConfigCommand,
    "setting",
    "webhook",
    addMigrateCommand,
    addMoveCommand,
  ],
  Accounts: ["user", "admin", "invitation"],
  Applications: ["app", "plan", "api-limit", "usage", "sunset", addApplyCommand],
  Credentials: ["token", "api-key", addKeysCommands, "bulk"],
  Data: [
    addBackupCommand,
    addRestoreCommand,
    addRevocationsCommands,
    addImportCommand,
    addExportCommand,
    addAuditCommands,
  ],
  Checks: [addCheckCommand, addFindCommand, addDebugSignatureCommand],
  "Trying it out": [addDemoCommand, addTestServerCommand, addGalleryCommand],
  Help: [(program) => addCompletionCommand(program, () => programOf())],
};

/** Every command, but only the `named` nouns have theirs. docs/reference/commands.md is written from it. */
export async function programOf(named: readonly string[] = Object.keys(nouns)): Promise<Command> {
  const program = new Command(commandName())
    .version(software.version)
    .description(
      `${software.description} Configure it with COUNTERSIGN_* environment variables (see \`countersign config\`).`,
    )
    .showHelpAfterError("(run the command with --help to see its options)")
    .showSuggestionAfterError()
    .configureHelp({
      showGlobalOptions: false,
      subcommandDescription: (one) => briefly(one.description()),
    })
    .configureOutput({
      writeOut: (text) => process.stdout.write(namingCommand(text, commandName())),
    })
    // `backup verify FILE --json` is the option of `verify`.
    .enablePositionalOptions()
    .exitOverride();
  const isNamed = Object.keys(nouns).some((name) => named.includes(name));
  const adders = isNamed ? (await import("./admin/groups.ts")).addCommandsTo : undefined;
  for (const [heading, parts] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`);
    for (const part of parts) {
      if (typeof part === "function") part(program);
      else {
        const noun = program.command(part).description(nouns[part]);
        adders?.[part](noun);
      }
    }
  }
  // Into the last group.
  program.helpCommand(true);
  for (const [path, lines] of Object.entries(examples)) {
    const command = commandAt(program, path.split(" "));
    command?.addHelpText("after", `\n${exampleTextOf(lines)}`);
  }
  return program;
}

/** Undefined if there is no such command, or if it isn't loaded. */
export function commandAt(program: Command, names: readonly string[]): Command | undefined {
  return names.reduce<Command | undefined>(
    (group, name) => group?.commands.find((one) => one.name() === name),
    program,
  );
}

function exampleTextOf(lines: readonly string[]): string {
  const title = lines.length === 1 ? "Example:" : "Examples:";
  return [
    title,
    ...lines.map((line) => `  ${line.replaceAll(/\bcountersign (?=[a-z])/g, `${commandName()} `)}`),
  ].join("\n");
}
