/** `/readyz` reports for each store whether requests should come here. */
import type { Dependencies } from "../../verification/dependencies.ts";

export interface StoreState {
  readonly store: "database" | "nonce-store";
  readonly ready: boolean;
  readonly seconds: number;
}

export interface Readiness {
  readonly status: "ready" | "draining" | "failing";
  readonly stores: Readonly<Record<StoreState["store"], "ready" | "failing">>;
  /** After a restore or a move. The service is ready nevertheless: it serves bearer tokens and pages. */
  readonly signed_requests_rejected_until?: string;
}

/** All stores are tried at the same time. Never rejects. */
export function storeStates({
  ledger,
  nonceStore,
}: Pick<Dependencies, "ledger" | "nonceStore">): Promise<readonly StoreState[]> {
  return Promise.all([
    stateOf("database", async () => {
      await ledger.ping();
      if (ledger.problems().some((one) => one.stopsWrites)) throw new Error("writes are rejected");
    }),
    stateOf("nonce-store", async () => nonceStore.ping()),
  ]);
}

export function readinessOf(
  states: readonly StoreState[],
  { draining, rejectsUntil }: { draining: boolean; rejectsUntil: number | undefined },
): Readiness {
  const stores = Object.fromEntries(
    states.map(({ store, ready }) => [store, ready ? "ready" : "failing"]),
  ) as Readiness["stores"];
  const isReady = states.every((one) => one.ready);
  return {
    status: draining ? "draining" : isReady ? "ready" : "failing",
    stores,
    ...(rejectsUntil !== undefined && {
      signed_requests_rejected_until: new Date(rejectsUntil).toISOString(),
    }),
  };
}

async function stateOf(
  store: StoreState["store"],
  ask: () => Promise<unknown>,
): Promise<StoreState> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  try {
    await ask();
    return { store, ready: true, seconds: seconds() };
  } catch {
    return { store, ready: false, seconds: seconds() };
  }
}
