/** Messages name commands in backticks, and are shown with the name that the command has on this machine. */
export const defaultCommand = "countersign";

/** The name for commands, which must have one even if the settings can't be read. */
export function commandName(): string {
  return process.env["COUNTERSIGN_COMMAND"] || defaultCommand;
}

export function namingCommand(text: string, command: string): string {
  return command === defaultCommand ? text : text.replaceAll("`countersign ", `\`${command} `);
}
