import { KeyRing } from "../../src/keys/key-ring.ts";
import type { OfferedRing } from "../../src/storage/offered-ring.ts";

/** A ring of these keys that is there, as a command offers it. */
export function offeredRing(...ids: readonly string[]): OfferedRing {
  return {
    name: "ring",
    own: false,
    exists: () => true,
    make() {
      throw new Error("no ring is made");
    },
    open: () => ringOfKeys(ids),
    serving: false,
    begins: true,
    now: 1,
  };
}

/** A key's bytes follow from its name, up to the first dot. */
function ringOfKeys(ids: readonly string[]): KeyRing {
  const keys = ids.map((name) => ({
    id: name.split(".")[0] ?? "",
    key: Buffer.from(name.padEnd(32, ".")),
  }));
  return new KeyRing(() => keys);
}
