/** Every write about deliveries, for `performEveryWrite`. */
import type { WriteName } from "../sql/write.ts";
import { by, type Example, happened, now, type World } from "./seeded-ledger.ts";

export const deliveryWrites = {
  nameReceivers: (world) => named(world),
  takeDeliveries: (world) => taken(world),
  settleDeliveries: async (world) => {
    const [first = "", second = ""] = (await taken(world)).map(({ event }) => event.id);
    const rejected = [{ eventId: second, failure: "503" }];
    const settled = { receiver, lease, now, failed: false, failure: "503" };
    await world.ledger.settleDeliveries({ ...settled, delivered: [first], rejected });
  },
  retryDeliveries: async (world) => {
    await taken(world);
    const settled = { receiver, lease, now, delivered: [], rejected: [] };
    await world.ledger.settleDeliveries({ ...settled, failed: true, failure: "ECONNREFUSED" });
    await world.ledger.retryDeliveries({ id: receiver, name: "hooks.example" }, by);
  },
} as const satisfies Partial<Record<WriteName, Example>>;

const [receiver, lease] = ["one", "mine"];

function named({ ledger }: World): Promise<void> {
  return ledger.nameReceivers([{ id: receiver, events: "all" }], now);
}

/** At least two. Afterwards the receiver is free for the next one. */
async function taken(world: World) {
  await named(world);
  const { ledger } = world;
  await ledger.settleDeliveries({
    ...{ receiver, lease, now },
    ...{ delivered: [], rejected: [], failed: false, failure: undefined },
  });
  await ledger.record(happened());
  await ledger.record(happened());
  return ledger.takeDeliveries({ receiver, lease, now, most: 9 });
}
