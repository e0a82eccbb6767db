/** Every write about deliveries, for `performEveryWrite`. */
import type { WriteName } from "../sql/write.ts";
import { type Example, happened, now, type World } from "./seeded-ledger.ts";

export const deliveryWrites = {
  nameReceivers: (world) => named(world),
  takeDeliveries: (world) => taken(world),
  settleDeliveries: async (world) => {
    const [first = "", second = ""] = (await taken(world)).map(({ event }) => event.id);
    const settled = { receiver, lease, now, failed: false };
    await world.ledger.settleDeliveries({ ...settled, delivered: [first], rejected: [second] });
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
    ...{ delivered: [], rejected: [], failed: false },
  });
  await ledger.record(happened());
  await ledger.record(happened());
  return ledger.takeDeliveries({ receiver, lease, now, most: 9 });
}
