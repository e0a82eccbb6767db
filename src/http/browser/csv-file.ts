/** A list of administrators as a file of comma-separated values. */
import { offeredMethods } from "../../accounts/offered-methods.ts";
import { SessionEnded } from "../../domain/errors.ts";
import { signsIn } from "../../domain/session.ts";
import type { Reply } from "../operation/endpoint.ts";
import { nextTurn } from "./audit-search.ts";
import type { ViewerCall } from "./viewer-call.ts";

interface CsvFile<Item> {
  readonly name: string;
  /** No line has an end. */
  readonly head: string;
  /** Some that follow `after`, or none. */
  readonly read: (after: Item | undefined) => Promise<readonly Item[]>;
  readonly lineOf: (one: Item) => string;
}

/**
 * The lines are sent as they are read. The client may be slow, so the file breaks off once the user is no longer an
 * administrator.
 */
export async function csvFile<Item>(
  { session, dependencies }: ViewerCall,
  { name, head, read, lineOf }: CsvFile<Item>,
): Promise<Reply> {
  const { ledger, clock } = dependencies;
  const readAsAdmin = async (after: Item | undefined) => {
    const present = await ledger.session(session.digest);
    if (!signsIn(present, clock(), offeredMethods(dependencies)) || !present.userIsAdmin)
      throw new SessionEnded();
    return read(after);
  };
  return {
    status: 200,
    type: "csv",
    body: lines(await readAsAdmin(undefined)),
    headers: { "content-disposition": `attachment; filename="${name}.csv"` },
  };

  async function* lines(first: readonly Item[]): AsyncGenerator<string> {
    yield `${head}\r\n`;
    for (let items = first; items.length > 0; ) {
      yield items.map((one) => `${lineOf(one)}\r\n`).join("");
      await nextTurn();
      items = await readAsAdmin(items.at(-1));
    }
  }
}
