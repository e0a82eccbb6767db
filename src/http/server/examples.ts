/** Recorded requests to the endpoints that programs call: `npm run reference` writes them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** By the names of the endpoints. */
export type Examples = Readonly<Record<string, Recorded>>;

/** The requests to an endpoint that are shown, and those that it rejects. */
export interface Recorded {
  readonly exchanges: readonly Exchange[];
  readonly rejections: readonly Rejection[];
}

/** As HTTP text. Secrets and keys are from a seed. */
export interface Exchange {
  readonly request: string;
  readonly response: string;
}

export interface Rejection {
  readonly when: string;
  readonly status: number;
  /** Undefined at the internal address, whose errors only have a message. */
  readonly code?: number | undefined;
  readonly message: string;
}

export function examples(): Examples {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("./examples.json")), "utf8"));
}

/** Examples among the components of an OpenAPI document. */
export type ComponentExamples = Readonly<Record<string, { readonly value: unknown }>>;

/** References to those of these keys that there are. */
export function examplesAt(keys: readonly string[], examples: ComponentExamples): object {
  const found = keys.filter((key) => key in examples);
  if (found.length === 0) return {};
  const references = found.map((key) => [key, { $ref: `#/components/examples/${key}` }]);
  return { examples: Object.fromEntries(references) };
}
