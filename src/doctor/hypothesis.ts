import type { Parameter } from "#oauth1";
import type { Cause } from "./cause.ts";
import type { Known } from "./known.ts";
import type { PastedRequest } from "./paste/pasted-request.ts";
import type { Encoding, Signing } from "./signing.ts";

export interface Facts {
  readonly request: PastedRequest;
  readonly signing: Signing;
  readonly known: Known;
}

/** Yields the changes that would confirm errors of one topic. The order decides between equal weights. */
export type Hypotheses = (facts: Facts) => Iterable<Change>;

/** One way in which a client may have signed: a cause, and the members of the signing that it replaces. */
export interface Change extends Partial<Omit<Signing, "parameters" | "encoding" | "digest">> {
  /** The cause, if the signature matches with this change. */
  readonly cause: Cause;
  readonly weight: Weight;
  readonly parameters?: (all: readonly Parameter[]) => readonly Parameter[];
  /** One parameter that was signed as several others or not at all, or one that was signed and not sent. */
  readonly one?: { readonly sent?: Parameter; readonly signed: readonly Parameter[] };
  readonly encoding?: (encoding: Encoding) => Encoding;
}

/** From 1 (very common) to 4 (very rare). Common ones are tried first, and win if two explain the same. */
export type Weight = 1 | 2 | 3 | 4;

export function applied(change: Change, signing: Signing): Signing {
  const { cause: _, weight: __, parameters = same, one, encoding = same, ...members } = change;
  const { parameters: all } = signing;
  return {
    ...signing,
    ...members,
    parameters: parameters(one === undefined ? all : withOne(all, one)),
    encoding: encoding(signing.encoding),
  };
}

/** Of equal pairs, which one is replaced makes no difference. */
function withOne(
  all: readonly Parameter[],
  { sent, signed }: NonNullable<Change["one"]>,
): readonly Parameter[] {
  if (sent === undefined) return [...all, ...signed];
  const at = all.findIndex(([name, value]) => name === sent[0] && value === sent[1]);
  return at === -1 ? all : all.toSpliced(at, 1, ...signed);
}

/** Two changes of the same part are not combined, except of `encoding`: each changes what the other leaves. */
export function partsOf({ cause: _, weight: __, one, ...members }: Change): readonly string[] {
  const parts = Object.keys(members);
  if (one === undefined) return parts;
  const [added = []] = one.signed;
  return [...parts, `one ${one.sent === undefined ? `+${added[0]}` : one.sent.join("=")}`];
}

/** A value that may have been signed instead of the one that was sent. */
export type Candidate = readonly [value: string, weight: Weight];

/** Leaves out the value that was sent. Of equal values, the first one counts. */
export function candidatesExcept(sent: string, all: Iterable<Candidate>): readonly Candidate[] {
  const weights = new Map<string, Weight>();
  for (const [value, weight] of all) {
    if (value !== sent && !weights.has(value)) weights.set(value, weight);
  }
  return [...weights];
}

/** Returns the parameters that are tried one by one. */
export function eachParameter({ parameters }: Signing): readonly Parameter[] {
  return parameters.slice(0, 40);
}

export function isProtocol(name: string): boolean {
  return name.startsWith("oauth_");
}

export function same<T>(value: T): T {
  return value;
}
