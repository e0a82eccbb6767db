/** The administrator's APIs, as the settings name their origins, and their limits. */
import type { ApiLimit } from "../domain/api-limits.ts";
import type { Dependencies } from "./dependencies.ts";
import { BadRequest, UnknownOrigin } from "./verification-request.ts";

const scopes = new WeakMap<Dependencies, Map<string, Dependencies>>();

/** The service is the same, but checks the signature against the origin of the API only. Throws `UnknownOrigin`. */
export function underOrigin(origin: string, dependencies: Dependencies): Dependencies {
  let known = scopes.get(dependencies);
  if (known === undefined) {
    known = new Map();
    scopes.set(dependencies, known);
  }
  const found = known.get(origin);
  if (found !== undefined) return found;
  assertKnownOrigin(origin, dependencies);
  const otherOrigins = dependencies.config.apiOrigins ?? [];
  const scoped: Dependencies = { ...dependencies, origins: [origin], otherOrigins };
  known.set(origin, scoped);
  return scoped;
}

/** Throws `UnknownOrigin`. */
export function assertKnownOrigin(origin: string, dependencies: Dependencies): void {
  const origins = apiOrigins(dependencies);
  if (origins.includes(origin)) return;
  throw new UnknownOrigin(
    `origin ${JSON.stringify(origin.slice(0, 300))} isn't a configured origin; the configured ones are ${origins.join(", ")} (COUNTERSIGN_API_ORIGINS)`,
  );
}

/** The administrator's APIs are called under these origins. */
export function apiOrigins({ config, origins }: Dependencies): readonly string[] {
  return config.apiOrigins ?? origins;
}

/** Throws `BadRequest`. */
export function limitNamed(
  name: string | undefined,
  { ownLimits: { apiLimits } }: Dependencies,
): ApiLimit | undefined {
  if (name === undefined) return undefined;
  const found = apiLimits.get(name);
  if (found !== undefined) return found;
  const names = [...apiLimits.keys()].sort();
  throw new BadRequest(
    `unknown limit ${JSON.stringify(name)}; ${names.length === 0 ? "there are none" : `there are: ${names.join(", ")}`}`,
  );
}
