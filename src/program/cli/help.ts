import type { Command } from "commander";

/** `user help frob` becomes `user frob`, whose unknown command is reported; Commander would show the help of `user`. */
export function rejectingUnknownHelp(program: Command, args: readonly string[]): readonly string[] {
  const at = args.indexOf("help");
  if (at === -1 || isLeafOrUnknown(program, args.slice(0, at))) return args;
  const named = args.toSpliced(at, 1);
  return isUnknown(program, named) ? named : args;
}

function isLeafOrUnknown(program: Command, names: readonly string[]): boolean {
  const found = names.reduce<Command | undefined>(commandIn, program);
  return found === undefined || found.commands.length === 0;
}

function isUnknown(group: Command, [name, ...more]: readonly string[]): boolean {
  if (name === undefined || group.commands.length === 0) return false;
  const found = commandIn(group, name);
  return found === undefined || isUnknown(found, more);
}

function commandIn(group: Command | undefined, name: string): Command | undefined {
  return group?.commands.find((one) => one.name() === name);
}
