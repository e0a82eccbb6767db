import type { DocumentedOperation } from "../dependencies.ts";
import type { Endpoint } from "../endpoint.ts";

/** The operations that programs call or send people to. */
export function documentedOperations(all: readonly Endpoint[]): readonly DocumentedOperation[] {
  return (
    all
      .filter(({ name, produces }) => /^(?:json|form)$/.test(produces) || name.startsWith("oauth/"))
      // Only the operator's identity providers call it.
      .filter(({ name }) => name !== "sign-out/from")
      .map(({ name, methods, paths: [path], summary, caller: { scheme } }) => {
        return { name, methods, path, summary, scheme };
      })
  );
}
