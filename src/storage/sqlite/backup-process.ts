/**
 * The process in which a server makes a backup. SQLite copies without pausing, and stopping the server must be
 * able to end it.
 */
import { type BackupOptions, backUp } from "./backup.ts";

process.once("message", async (options: BackupOptions) => {
  try {
    process.send?.({ done: await backUp(options) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) });
  }
  process.disconnect();
});
