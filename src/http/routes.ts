import { percentDecode } from "#oauth1";

/**
 * What is at a path, for every method. The framework looks for a method and a path at once, so it cannot tell a path
 * that has other methods from one that is not there.
 */
export interface Routed {
  /** `:name` stands for one segment. */
  readonly paths: readonly string[];
  readonly methods: readonly ("GET" | "POST")[];
}

/** `sent`: a path as it came, without the query. */
export function routes<R extends Routed>(all: readonly R[]): (path: string) => R | undefined {
  const exact = new Map<string, R>();
  const patterns: { readonly pattern: RegExp; readonly routed: R }[] = [];
  for (const routed of all) {
    for (const path of routed.paths) {
      if (!path.includes(":")) exact.set(path, routed);
      else patterns.push({ pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`), routed });
    }
  }
  return (sent) => {
    const path = percentDecode(sent);
    return exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.routed;
  };
}
