/** Recorded calls of the admin API: `npm run reference` writes them, and the OpenAPI document has them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface AdminExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly ifMatch?: string;
  readonly body?: unknown;
  /** Set if the body is a file. */
  readonly contentType?: string;
  readonly status: number;
  readonly location?: string;
  readonly etag?: string;
  readonly response?: unknown;
}

export interface AdminExamples {
  /** By the names of the operations. */
  readonly operations: Readonly<Record<string, AdminExample>>;
  /** By their names. */
  readonly problems: Readonly<Record<string, unknown>>;
}

export function adminExamples(): AdminExamples {
  const path = fileURLToPath(import.meta.resolve("./examples.json"));
  return JSON.parse(readFileSync(path, "utf8"));
}
