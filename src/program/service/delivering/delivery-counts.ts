import type { OpenReceiver } from "./receiver.ts";

export interface DeliveryCounts {
  readonly name: string;
  delivered: number;
  failures: number;
}

export interface CountedDeliveries {
  readonly counts: readonly DeliveryCounts[];
  /** `problem` is the reason why some or all of the batch was not accepted. */
  note(receiver: OpenReceiver, delivered: number, problem: string | undefined): void;
  problem(): string | undefined;
}

/** `changed` is called when a receiver begins to fail, and (with undefined) when it accepts again. */
export function countDeliveries(
  receivers: readonly OpenReceiver[],
  changed: (name: string, problem: string | undefined) => void,
): CountedDeliveries {
  const counts = receivers.map(({ name }) => ({ name, delivered: 0, failures: 0 }));
  const failing = new Set<string>();

  return {
    counts,
    note({ name }, delivered, problem) {
      const count = counts.find((one) => one.name === name);
      if (count !== undefined) {
        count.delivered += delivered;
        if (problem !== undefined) count.failures += 1;
      }
      const isFailing = delivered === 0;
      if (isFailing === failing.has(name)) return;
      if (isFailing) failing.add(name);
      else failing.delete(name);
      changed(name, isFailing ? problem : undefined);
    },
    problem() {
      if (failing.size === 0) return undefined;
      return `events cannot be delivered to ${[...failing].join(", ")}; they wait`;
    },
  };
}
