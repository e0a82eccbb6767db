/**
 * Statements of both engines that copy every row into a second schema, `aside`, and put them back, so that
 * many writes begin with the same rows, without making them again.
 */
import { ledgerTables } from "../sql/ledger-tables.ts";

const copied = ledgerTables.map(
  (table) => `create table aside."${table}" as select * from "${table}"`,
);
const emptied = ledgerTables.toReversed().map((table) => `delete from "${table}"`);
// Triggers wrote into these while the others were emptied.
const emptiedAgain = [`delete from "revocation"`, `delete from "delivery"`];
const filled = ledgerTables.map((table) => `insert into "${table}" select * from aside."${table}"`);

/** Into a schema without tables. */
export const copyAside = copied.join(";");
/** Not `truncate`, which creates new files for every table and index on PostgreSQL. */
export const emptyLedger = [...emptied, ...emptiedAgain].join(";");
export const putBack = ["begin", emptyLedger, ...filled, "commit"].join(";");
