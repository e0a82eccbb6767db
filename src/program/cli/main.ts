import { runCommand } from "./run-command.ts";
import { sayOfService } from "./say-of-service.ts";

// Only this account may read the files that a command writes, even in a data directory that others may enter.
process.umask(0o077);
// The reader may close the pipe early: `countersign app list | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  const message = `standard output cannot be written: ${error.message}`;
  // A service continues without it.
  if (process.argv[2] === "serve") return sayOfService("warn", message);
  process.exitCode = 1;
  process.stderr.write(`countersign: ${message}\n`);
});
process.stderr.on("error", () => {});

const status = await runCommand(process.argv.slice(2));
if (status !== undefined) process.exitCode = status;
