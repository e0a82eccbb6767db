/** Starts the processes of nodes. */
import { fileURLToPath } from "node:url";
import { checkoutCommand, type ServeProcess, startServe } from "../support/process.ts";

/** `clockFile`: a file with the number of milliseconds by which the node's clock is wrong. */
export type Launch = (
  settings: Readonly<Record<string, string>>,
  clockFile: string,
) => Promise<ServeProcess>;

/** A change of a source file in a node. */
export interface SourceChange {
  /** A path inside src/. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const preloaded = fileURLToPath(new URL("changed-node.ts", import.meta.url));

/** Starts nodes whose source has these changes. */
export function launching(changes: readonly SourceChange[] = []): Launch {
  return (settings, clockFile) =>
    startServe(settings, {
      // The checkout's command, because its source is what is changed.
      command: checkoutCommand,
      variables: {
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preloaded}`,
        CLUSTER_CHANGES: JSON.stringify(changes),
        CLUSTER_CLOCK: clockFile,
      },
    });
}

/** The version after this one: its migration adds a column while nodes of this version serve. */
export const nextVersion: Launch = launching([
  {
    file: "storage/sql/schema.ts",
    from: "] as const;",
    to: ', "9999-next-version"] as const;',
  },
  {
    file: "storage/sql/migrate.ts",
    from: "export function missingMigrations(",
    to: `Object.assign(migrations, {
      "9999-next-version": "alter table application add column next_version integer;",
    });
    export function missingMigrations(`,
  },
]);
