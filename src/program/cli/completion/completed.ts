/** What a shell can complete, of the whole tree of commands. */
import type { Argument, Command, Option } from "commander";
import { briefly } from "../outcome.ts";

/** A command, by the words after the program's name. The program itself has none. */
export interface Completed {
  readonly at: string;
  readonly commands: readonly Word[];
  readonly options: readonly CompletedOption[];
  /** What its argument is, if it takes one. */
  readonly argument: Value | undefined;
}

export interface Word {
  readonly word: string;
  readonly about: string;
}

export interface CompletedOption extends Word {
  /** It is undefined if the option takes no value. */
  readonly value: Value | undefined;
}

/** The values that there are, a file, or anything else. */
export type Value = readonly string[] | "file" | "text";

export function completed(command: Command, above: readonly string[] = []): readonly Completed[] {
  const help = command.createHelp();
  const argument = command.registeredArguments[0];
  return [
    {
      at: above.join(" "),
      commands: help
        .visibleCommands(command)
        .map((one) => ({ word: one.name(), about: help.subcommandDescription(one) })),
      options: help.visibleOptions(command).map((one) => ({
        word: one.long ?? one.short ?? "",
        about: briefly(one.description),
        value: one.required || one.optional ? valueIn(one, one.flags) : undefined,
      })),
      argument: argument && valueIn(argument, argument.name()),
    },
    ...command.commands.flatMap((one) => completed(one, [...above, one.name()])),
  ];
}

function valueIn({ argChoices }: Pick<Argument | Option, "argChoices">, name: string): Value {
  return argChoices ?? (/\bfile\b/.test(name) ? "file" : "text");
}
