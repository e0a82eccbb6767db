import type { PathParameters } from "../operation/endpoint.ts";

export interface Routed {
  /** `:name` matches one segment. */
  readonly paths: readonly string[];
}

export interface Route<R extends Routed> {
  readonly routed: R;
  readonly parameters: PathParameters;
}

/** Finds what is at a path, for every method. `sent` is a path as it came, without the query. */
export function routes<R extends Routed>(
  all: readonly R[],
): (sent: string) => Route<R> | undefined {
  const exact = new Map<string, Route<R>>();
  const patterns: { readonly pattern: RegExp; readonly routed: R }[] = [];
  for (const routed of all) {
    for (const path of routed.paths) {
      if (path.includes(":")) patterns.push({ pattern: patternOf(path), routed });
      else exact.set(path, { routed, parameters: {} });
    }
  }
  return (sent) => {
    const path = decoded(sent);
    if (path === undefined) return undefined;
    const found = exact.get(path);
    if (found !== undefined) return found;
    for (const { pattern, routed } of patterns) {
      const parameters = pattern.exec(path)?.groups;
      if (parameters !== undefined) return { routed, parameters };
    }
    return undefined;
  };
}

function patternOf(path: string): RegExp {
  // No identifier or file name is longer.
  return new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]{1,100})")}$`);
}

/** An encoded slash separates no segments, and no parameter has one. */
function decoded(sent: string): string | undefined {
  if (!sent.includes("%")) return sent;
  if (/%2f/i.test(sent)) return undefined;
  try {
    return decodeURIComponent(sent);
  } catch {
    return undefined;
  }
}
