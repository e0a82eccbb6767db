/** Requests with faults, signed by real libraries. */

import { type Case, type Fault, faults } from "./faults.ts";
import { type Draft, requestFrom, worldFrom } from "./requests.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";
import { type Pair, type Signer, signers } from "./signers.ts";
import { percent, written } from "./wire.ts";

export interface MadeCase {
  readonly signer: string;
  /** No fault, one or two. */
  readonly faults: readonly Fault[];
  readonly one: Case;
  readonly pasted: string;
}

/** `count` requests, always the same ones: one in twenty is correct, and every third of the others has two faults. */
export function* cases(count: number, seed = 1, libraries = signers): Generator<MadeCase> {
  const random = seededRandom(seed);
  const rounds = { single: 0 };
  for (let made = 0; made < count; ) {
    const found = tryCase(random, made, rounds, libraries);
    if (found === undefined) continue;
    made += 1;
    yield found;
  }
}

function tryCase(
  random: SeededRandom,
  made: number,
  rounds: { single: number },
  libraries: readonly Signer[],
): MadeCase | undefined {
  const world = worldFrom(random);
  const { kind, draft, wire } = requestFrom(random, world);
  const right: Case = { kind, world, signed: draft, sent: draft, wire, state: {} };
  const chosen = chosenFaults(random, made, rounds);
  const seed = random.number(2 ** 32);
  const one = withFaults(right, chosen, seed);
  if (one === undefined) return undefined;
  const isWhole = chosen.every(({ replaces }) => replaces === undefined);
  const fitting = libraries.filter((signer) =>
    chosen.every(({ replaces }) => replaces === undefined || signer.replaces.includes(replaces)),
  );
  const signer = random.one(fitting);
  if (!signsRight(signer, right) || (isWhole && !signsRight(signer, one))) return undefined;
  if (!matters(signer, chosen, right, seed)) return undefined;
  const signature = signatureBy(signer, one.signed);
  rounds.single += chosen.length === 1 ? 1 : 0;
  return {
    signer: signer.name,
    faults: chosen,
    one,
    pasted: written(one.sent, signature, one.wire),
  };
}

/** A prime beyond the number of faults, so that the steps reach all of them. */
const stride = 211;

/** Alone, every fault is equally frequent. Of two faults, the first changes the signature. */
function chosenFaults(
  random: SeededRandom,
  made: number,
  rounds: { single: number },
): readonly Fault[] {
  if (made % 20 === 0) return [];
  if (made % 3 !== 0)
    return [faults[(rounds.single * stride + random.number(3)) % faults.length] as Fault];
  const first = random.one(faults.filter(({ beside }) => !beside));
  // An unknown secret hides every other fault of the signature.
  const hides = ({ causes }: Fault) => causes.includes("wrong-secret");
  const second = random.one(
    faults.filter(
      (one) =>
        one.group !== first.group &&
        one.beside !== "alone" &&
        (one.beside === "with others" || !(hides(first) || hides(one))),
    ),
  );
  return [first, second];
}

function signatureBy(signer: Signer, draft: Draft): string {
  const { origin, path, query, form, oauth, replaced, method, consumerSecret, tokenSecret } = draft;
  const search = query.map((pair: Pair) => pair.map(percent).join("=")).join("&");
  const signature = signer.sign({
    method,
    url: `${origin}${path}${search === "" ? "" : `?${search}`}`,
    query,
    parameters: [...oauth, ...form],
    consumerSecret,
    tokenSecret,
    with: replaced,
  });
  return draft.finish(signature);
}

/** Libraries have faults of their own, so the signature that most of them make counts as correct. */
function signsRight(signer: Signer, { signed }: Pick<Case, "signed">): boolean {
  const all = signers.map((one) => signatureBy(one, signed));
  const mine = signatureBy(signer, signed);
  return all.filter((one) => one === mine).length > signers.length / 2;
}

/** The same seed makes the same faults, so that the effect of each alone can be compared with their effect together. */
function withFaults(right: Case, chosen: readonly Fault[], seed: number): Case | undefined {
  let one: Case | undefined = right;
  for (const fault of chosen)
    one = one && fault.apply(one, seededRandom(seed + faults.indexOf(fault)));
  return one;
}

/** Whether each fault has an effect, both alone and together with the other. */
function matters(signer: Signer, chosen: readonly Fault[], right: Case, seed: number): boolean {
  const sign = (some: readonly Fault[]) => {
    const one = withFaults(right, some, seed);
    if (one === undefined) return "right";
    const expected = signatureBy(signer, { ...one.sent, replaced: {}, finish: (text) => text });
    const signature = signatureBy(signer, one.signed);
    return signature === expected ? "right" : signature;
  };
  const signing = chosen.filter(({ beside }) => !beside);
  if (signing.some((fault) => sign([fault]) === "right")) return false;
  if (signing.length > 0 && sign(chosen) === "right") return false;
  const [first, second] = signing;
  if (first === undefined || second === undefined) return true;
  const together = sign(signing);
  return together !== "right" && together !== sign([first]) && together !== sign([second]);
}
