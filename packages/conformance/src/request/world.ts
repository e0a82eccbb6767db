/** What the steps of one case share: kept requests, their credentials and verifiers, and values that depend on them. */
import { randomBytes } from "node:crypto";
import type { Change, Pair, Value, WireRequest } from "./sent.ts";

export interface Credentials {
  readonly token: string;
  readonly secret: string;
}

export interface SavedRequest {
  readonly request: WireRequest;
  readonly credentials?: Credentials;
}

export class World {
  readonly #kept = new Map<string, SavedRequest>();
  readonly #verifiers = new Map<string, string>();
  readonly #quota: Credentials | undefined;

  readonly #clock: () => number;

  /** `clock`: milliseconds since 1970. */
  constructor(quota: Credentials | undefined, clock: () => number) {
    this.#quota = quota;
    this.#clock = clock;
  }

  keep(name: string, request: SavedRequest): void {
    this.#kept.set(name, request);
  }

  saved(name: string): SavedRequest {
    const found = this.#kept.get(name);
    if (found === undefined) throw new Error(`no earlier step kept ${name}`);
    return found;
  }

  /** `name`: a kept request, or `standing` for the run's access token. */
  credentials(name: string): Credentials {
    const found = name === "quota" ? this.#quota : this.saved(name).credentials;
    if (found === undefined) throw new Error(`${name} has no credentials`);
    return found;
  }

  approved(name: string, verifier: string): void {
    this.#verifiers.set(name, verifier);
  }

  /** It is a guess if the request token was not approved. */
  verifier(name: string): string {
    return this.#verifiers.get(name) ?? "1234567";
  }

  /** A report leaves these out. */
  secrets(): readonly string[] {
    const pairs = [...this.#kept.values()].flatMap(({ credentials }) => credentials ?? []);
    return [...pairs.flatMap(({ token, secret }) => [token, secret]), ...this.#verifiers.values()];
  }

  /** Secrets that only the provider and the client may know. */
  tokenSecrets(): readonly string[] {
    const pairs = [...this.#kept.values()].flatMap(({ credentials }) => credentials ?? []);
    return [...pairs, ...(this.#quota ? [this.#quota] : [])].map(({ secret }) => secret);
  }

  timestamp(): string {
    return String(this.#seconds());
  }

  nonce(): string {
    return randomBytes(16).toString("hex");
  }

  /** Throws `NotApplicable` if the change leaves a value as it was. */
  changed(pairs: readonly Pair[], change: Change): readonly Pair[] {
    if ("omit" in change) return pairs.filter(([name]) => name !== change.omit);
    if ("add" in change) {
      return [...pairs, [change.add, this.#valued(change.value, change.add, pairs)]];
    }
    if ("rename" in change) {
      return pairs.map(([name, value]) => [name === change.rename ? change.to : name, value]);
    }
    const value = this.#valued(change.to, change.set, pairs);
    if (!pairs.some(([name]) => name === change.set)) return [...pairs, [change.set, value]];
    return pairs.map((pair) => (pair[0] === change.set ? [change.set, value] : pair));
  }

  #seconds(): number {
    return Math.floor(this.#clock() / 1000);
  }

  #valued(value: Value, name: string, pairs: readonly Pair[]): string {
    if (typeof value === "string") return value;
    if ("now" in value) return inForm(this.#seconds() + value.now, value.form);
    if ("repeated" in value) return value.repeated.repeat(value.times);
    if ("verifierOf" in value) return this.verifier(value.verifierOf);
    if ("tokenOf" in value) return this.credentials(value.tokenOf).token;
    if ("sameAs" in value) return valueIn(this.saved(value.sameAs).request.protocol, name);
    const before = valueIn(pairs, name);
    if (!("edit" in value)) return `${value.before ?? ""}${before}${value.after ?? ""}`;
    const edited = edits[value.edit](before);
    // For example, digits have no upper and lower case.
    if (edited === before) throw new NotApplicable(`${value.edit} changes nothing in ${name}`);
    return edited;
  }
}

type Edit = Extract<Value, { edit: string }>["edit"];

const edits: Readonly<Record<Edit, (text: string) => string>> = {
  halved: (text) => text.slice(0, Math.floor(text.length / 2)),
  reversed: (text) => [...text].reverse().join(""),
  "last-changed": (text) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`,
  "swapped-case": (text) =>
    text.replace(/[a-z]/gi, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    ),
};

function inForm(at: number, form: string | undefined): string {
  if (form === "milliseconds") return `${at}000`;
  if (form === "fraction") return `${at}.5`;
  if (form === "exponent") return `${at / 1e9}e9`;
  if (form === "hex") return `0x${at.toString(16)}`;
  if (form === "date") return new Date(at * 1000).toISOString();
  return String(at);
}

function valueIn(pairs: readonly Pair[], wanted: string): string {
  return pairs.find(([name]) => name === wanted)?.[1] ?? "";
}

/** The fault makes no difference for this provider, such as an upper-case host for a host that is an IP address. */
export class NotApplicable extends Error {}
