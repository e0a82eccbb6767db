/** The process of the command `countersign`. */
import { runCommand } from "./run-command.ts";

// A file that a command writes is its account's alone, also in a data directory that others may enter.
process.umask(0o077);
// The reader may have had enough: `countersign app list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.exitCode = 1;
  process.stderr.write(`countersign: standard output cannot be written: ${error.message}\n`);
});
// There is nowhere left to say it.
process.stderr.on("error", () => {});

const status = await runCommand(process.argv.slice(2));
if (status !== undefined) process.exitCode = status;
