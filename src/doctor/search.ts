/** Signs a request again with different changes until the signature that was sent comes out. */
import { type SignatureMethod, signaturesMatch } from "#oauth1";
import type { Cause } from "./cause.ts";
import { addresses } from "./hypotheses/addresses.ts";
import { encodings } from "./hypotheses/encodings.ts";
import { orders } from "./hypotheses/orders.ts";
import { parameters } from "./hypotheses/parameters.ts";
import { places } from "./hypotheses/places.ts";
import { secrets } from "./hypotheses/secrets.ts";
import { applied, type Change, type Facts, type Hypotheses, partsOf } from "./hypothesis.ts";
import {
  baseStringOf,
  type Pieces,
  piecesOf,
  type SignedVariant,
  type Signing,
} from "./signing.ts";
import { readSignature } from "./written-signature.ts";

/** If two hypotheses with the same weight explain a signature, the earlier one is the result. */
const hypotheses: readonly Hypotheses[] = [
  secrets,
  addresses,
  places,
  encodings,
  orders,
  parameters,
];

export interface Searched {
  /**
   * One cause, or two that occurred together. It is empty if the signature is right, undefined if nothing was found.
   */
  readonly causes: readonly Cause[] | undefined;
  readonly baseString: string | undefined;
  readonly tried: number;
}

/** Tries single changes, then pairs, the likely ones first, until the paste has cost the work that it may cost. */
export function search(facts: Facts, sent: string, expected: SignatureMethod): Searched {
  let tried = 0;
  for (const { causes, signature, digest } of readSignature(sent, expected)) {
    const signing = { ...facts.signing, digest };
    const right = piecesOf(signing);
    const tries = countingTries(signing, signature);
    tries.check(right, signing.parameters.length);
    const kept = tryEach({ ...facts, signing }, { signing, pieces: right }, tries);
    for (let weight = 2; weight <= maxWeight && !tries.isOver(); weight += 1) {
      tryPairs(kept, weight, right, tries);
    }
    const outcome = tries.outcome();
    tried += outcome.tried;
    if (outcome.causes !== undefined) {
      return { ...outcome, causes: [...causes, ...outcome.causes], tried };
    }
  }
  return { causes: undefined, baseString: undefined, tried };
}

/** Two rare changes are not combined: so many pairs would only match by chance. */
const maxWeight = 5;

/**
 * The costs are in nanoseconds, estimated from measurements on a typical core, so that a paste gets the same result
 * everywhere.
 */
const maxWork = 20_000_000;
const perTry = 1_500;
const perByte = 2;
/** The cost of a change that is applied to the result of another one, instead of combining both results. */
const perNewTry = 1_500;
const perNewParameter = 250;
const perNewByte = 12;

interface Tried extends SignedVariant {
  readonly change: Change;
  readonly parts: readonly string[];
  /** A change that replaces all parameters comes before one that replaces one. */
  readonly rank: number;
}

type Tries = ReturnType<typeof countingTries>;

function countingTries(right: Signing, sent: string) {
  let work = 0;
  let tried = 0;
  let found: Pick<Searched, "causes" | "baseString"> | undefined;

  /** `newParameters` is how many parameters were encoded for this try. */
  const count = (length: number, newParameters: number) => {
    work +=
      newParameters === 0
        ? perTry + length * perByte
        : perNewTry + newParameters * perNewParameter + length * perNewByte;
  };

  return {
    /** Pieces that equal those of an earlier try need not be signed again, but cost work. */
    skip({ url, list }: Pieces, newParameters: number): void {
      count(url.length + list.length, newParameters);
    },
    /** Keeps the changes if the result is the signature that was sent. */
    check(pieces: Pieces, newParameters: number, ...changes: readonly Change[]): void {
      const baseString = baseStringOf(pieces);
      const signature = right.digest(baseString, pieces.key);
      tried += 1;
      count(baseString.length, newParameters);
      if (found !== undefined || !signaturesMatch(signature, sent)) return;
      found = { causes: changes.map(({ cause }) => cause), baseString };
    },
    isOver: () => found !== undefined || work > maxWork,
    outcome: (): Searched => ({ causes: undefined, baseString: undefined, ...found, tried }),
  };
}

/** Returns the changes that make a difference alone. The others make none in a pair either. */
function tryEach(facts: Facts, right: SignedVariant, tries: Tries): readonly Tried[] {
  const different: Tried[] = [];
  const seen = new Set([nameOf(right.pieces)]);
  for (const change of changesFrom(facts)) {
    if (tries.isOver()) break;
    const signing = applied(change, facts.signing);
    const pieces = piecesOf(signing, right);
    const name = nameOf(pieces);
    if (seen.has(name)) {
      tries.skip(pieces, signing.parameters.length);
      continue;
    }
    seen.add(name);
    tries.check(pieces, signing.parameters.length, change);
    const parts = partsOf(change);
    different.push({ change, parts, signing, pieces, rank: rankOf(parts) });
  }
  return different;
}

/** The names are equal for two changes with the same result, of which the likelier one is kept. */
function nameOf({ method, url, list, key }: Pieces): string {
  return [method, url, list, key].join("\n");
}

function changesFrom(facts: Facts): readonly Change[] {
  return hypotheses
    .flatMap((topic) => [...topic(facts)])
    .sort((one, other) => one.weight - other.weight);
}

function rankOf(parts: readonly string[]): number {
  if (parts.includes("parameters")) return 0;
  if (parts.some((part) => part.startsWith("one "))) return 1;
  return parts.includes("encoding") || parts.includes("order") ? 2 : 3;
}

/** Tries the pairs whose weights add up to `weight`. `different` is sorted by weight. */
function tryPairs(different: readonly Tried[], weight: number, right: Pieces, tries: Tries): void {
  for (const [at, one] of different.entries()) {
    if (one.change.weight * 2 > weight) return;
    for (let next = at + 1; next < different.length; next += 1) {
      const other = different[next];
      if (other === undefined || one.change.weight + other.change.weight > weight) break;
      if (one.change.weight + other.change.weight < weight) continue;
      if (!canBeTogether(one.parts, other.parts)) continue;
      tryBoth(one, other, right, tries);
      if (tries.isOver()) return;
    }
  }
}

function tryBoth(one: Tried, other: Tried, right: Pieces, tries: Tries): void {
  const combined = combine(one.pieces, other.pieces, right);
  const [first, second] = one.rank <= other.rank ? [one, other] : [other, one];
  const pieces = combined ?? piecesOf(applied(second.change, first.signing), first);
  tries.check(pieces, combined ? 0 : first.signing.parameters.length, first.change, second.change);
}

/** Takes each piece from the change that affects it. Returns undefined if both affect the same piece. */
function combine(one: Pieces, other: Pieces, right: Pieces): Pieces | undefined {
  const method = changed(one.method, other.method, right.method);
  const url = changed(one.url, other.url, right.url);
  const list = changed(one.list, other.list, right.list);
  const key = changed(one.key, other.key, right.key);
  if (method === undefined || url === undefined || list === undefined || key === undefined) return;
  return { method, url, list, key };
}

function changed(one: string, other: string, right: string): string | undefined {
  if (other === right) return one;
  return one === right ? other : undefined;
}

function canBeTogether(parts: readonly string[], others: readonly string[]): boolean {
  return !parts.some((part) => part !== "encoding" && others.includes(part));
}
