/** The process in which a server makes a backup: SQLite copies without a pause, and whoever stops the server can end it. */
import { type BackupOptions, backUp } from "./backup.ts";

process.once("message", async (options: BackupOptions) => {
  try {
    process.send?.({ done: await backUp(options) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) });
  }
  process.disconnect();
});
