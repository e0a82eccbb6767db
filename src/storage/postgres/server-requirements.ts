/** Whether a PostgreSQL server meets our needs. */
import type { Connections } from "./connections.ts";

const oldestVersion = 15;

/** Rejects at the start what would break a promise later. */
export async function rejectUnfit(connections: Connections, boundMs: number): Promise<void> {
  const connection = await connections.take(boundMs);
  try {
    // A pooler that gives each statement to another session fails here.
    await connection.run("begin");
    const [row] = await connection.rows<[string, string, string]>(
      `select current_setting('server_version_num'), current_setting('synchronous_commit'),
        current_setting('server_encoding')`,
      [],
    );
    await connection.run("rollback");
    const [version = "0", commit = "", encoding = ""] = row ?? [];
    if (Number(version) < oldestVersion * 10_000) {
      throw new Error(
        `it is PostgreSQL ${Math.floor(Number(version) / 10_000)}, which isn't supported; ${oldestVersion} or newer is required`,
      );
    }
    if (commit === "off") {
      throw new Error(
        "synchronous_commit is off, so a crash could undo confirmed changes; set it to on for this user or database",
      );
    }
    if (encoding !== "UTF8") throw new Error(`its encoding is ${encoding}, but must be UTF8`);
  } finally {
    connection.release();
  }
}
