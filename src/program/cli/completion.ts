import { Argument, type Command } from "commander";
import { commandName } from "../../config/command-name.ts";
import { Failed } from "./outcome.ts";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** `programOf` makes the tree of all commands, from which the script follows. */
export function addCompletionCommand(program: Command, programOf: () => Promise<Command>): void {
  program
    .command("completion")
    .description(
      "Print a script that completes commands, options, and their values in a shell; make it again after an upgrade",
    )
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action(async (shell: Shell) => {
      const name = commandName();
      if (!/^[\w-]+$/.test(name)) {
        throw new Failed(
          `a shell completes commands with one word, and COUNTERSIGN_COMMAND is ${name}`,
        );
      }
      const [{ scripts }, { completed }] = await Promise.all([
        import("./completion/scripts.ts"),
        import("./completion/completed.ts"),
      ]);
      process.stdout.write(scripts[shell](name, completed(await programOf())));
    });
}
