/**
 * The writes of a sign-in. Those that arrive while a transaction runs share the next one, and so a commit
 * (docs/adr/0040-sign-ins-share-commits.md). A shared transaction only handles success. What did not succeed is
 * repeated by the ledger's own write, in a transaction of its own, which finds the reason.
 */
import type { Ledger } from "../../domain/ports/ledger.ts";
import { StoreFailure } from "../../domain/refusals.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import { livesAt, verifierIs } from "../sql/request-tokens.ts";
import type { Write, WriteName, WriteResult } from "../sql/write.ts";
import { inBatches } from "./batches.ts";
import type { AskRows } from "./hot-reads.ts";
import { type Approval, approvals } from "./sign-in-statements.ts";
import { approveAll, type Exchange, exchangeAll, issueAll } from "./sign-ins.ts";
import type { OpenTransaction, Work } from "./transactions.ts";

export interface SharedWriting {
  readonly perform: <Result>(work: Work<Result>, withinMs: number) => Promise<Result>;
  readonly alone: <Name extends WriteName>(
    write: Write<Name>,
    withinMs: number,
  ) => Promise<WriteResult<Name>>;
  readonly ask: AskRows;
  readonly keys: KeyRing;
  readonly boundMs: number;
}

type Shared = "issueRequestToken" | "approveRequestToken" | "exchangeRequestToken";

/** With more, the first would hold its locks for longer. */
const most = 250;

export function sharedWrites(writing: SharedWriting): Pick<Ledger, Shared> {
  const { perform, alone, ask, keys, boundMs } = writing;
  const issue = shared("issueRequestToken", "serializable", issueAll);
  const approve = shared("approveRequestToken", "read committed", approveAll);
  const exchange = shared("exchangeRequestToken", "read committed", exchangeAll);
  const approvalOf = inBatches(approvalsOf, { boundMs });

  return {
    issueRequestToken(issued) {
      const write = { name: "issueRequestToken", args: [issued] } as const;
      return orAlone(write, () => issue(issued));
    },

    approveRequestToken(approval, event) {
      const write = { name: "approveRequestToken", args: [approval, event] } as const;
      return orAlone(write, async () => {
        // Earlier grants and roles need a transaction that sees everything at one moment.
        const { session } = event;
        if (approval.onlyIfGranted || session?.ofOperator || session?.role) return undefined;
        return approve({ approval, event });
      });
    },

    exchangeRequestToken(asked, event) {
      const write = { name: "exchangeRequestToken", args: [asked, event] } as const;
      return orAlone(write, async () => {
        if (event.session !== undefined) return undefined;
        const approval = await approvalOf(asked);
        if (approval === undefined) return undefined;
        // The write of its own counts a wrong verifier.
        if (!verifierIs(keys, asked, approval[1])) return undefined;
        const granted = await exchange({ asked, event, approval });
        return granted?.();
      });
    },
  };

  async function orAlone<Name extends Shared>(
    write: Write<Name>,
    together: () => Promise<WriteResult<Name> | undefined>,
  ): Promise<WriteResult<Name>> {
    const until = performance.now() + boundMs;
    return (await together()) ?? alone(write, until - performance.now());
  }

  /**
   * Undefined for items that must be done alone. If the batch failed, that is all of them, because any one may
   * be the cause.
   */
  function shared<Item, Result>(
    name: Shared,
    isolation: Work<unknown>["isolation"],
    all: (
      transaction: OpenTransaction,
      items: readonly Item[],
    ) => Promise<readonly (Result | undefined)[]>,
  ): (item: Item) => Promise<Result | undefined> {
    const work = { name, isolation, mostTries: 3 };
    return inBatches<Item, Result | undefined>(
      async (items, withinMs) => {
        try {
          return await perform(
            { ...work, writes: items.length, perform: (open) => all(open, items) },
            withinMs,
          );
        } catch (error) {
          if (error instanceof StoreFailure) throw error;
          return items.map(() => undefined);
        }
      },
      { boundMs, most, writes: true },
    );
  }

  async function approvalsOf(
    asked: readonly Exchange["asked"][],
  ): Promise<readonly (Approval | undefined)[]> {
    const lives = asked.map(({ now }) => livesAt(now));
    const values = [
      asked.map(({ token }) => token),
      lives.map(({ after }) => after),
      lives.map(({ upTo }) => upTo),
    ];
    const found = new Map<string, Approval>();
    for (const row of await ask<Approval>(approvals, values)) found.set(row[0], row);
    return asked.map(({ token }) => found.get(token));
  }
}
