import type { GivenKeyRing } from "../../src/storage/given-key-ring.ts";
import { KeyRing } from "../../src/tools/keys/key-ring.ts";

/** A ring of these keys that is there, as a command offers it. */
export function givenKeyRing(...ids: readonly string[]): GivenKeyRing {
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
