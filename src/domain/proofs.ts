/**
 * How people prove who they are. What a sign-in needs is decided in second-factor.ts, from this table and nothing
 * else: a further kind is a row here, and a way to spend its proof in the ledger (docs/adr/0032-second-factors.md).
 */

/** `first`: it says who somebody is. `second`: it shows that they have something that a stolen password does not give. */
export const proofKinds = {
  password: { first: true, second: false },
  /** At a provider of the operator's. */
  "identity-provider": { first: true, second: false },
  /** At one that asks everybody for a second factor itself, as its operator says. */
  "strong-identity-provider": { first: true, second: true },
  /** Its owner was verified by the authenticator, which they have: two things at once. */
  passkey: { first: true, second: true },
  totp: { first: false, second: true },
  "recovery-code": { first: false, second: true },
} as const satisfies Readonly<
  Record<string, { readonly first: boolean; readonly second: boolean }>
>;

export type ProofKind = keyof typeof proofKinds;

/** Something that a person has proved in a browser. */
export interface Proof {
  readonly kind: ProofKind;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The kinds that a second step may take. */
export type SecondProofKind = {
  [Kind in ProofKind]: (typeof proofKinds)[Kind]["second"] extends true ? Kind : never;
}[ProofKind];

export function isSecond({ kind }: Proof): boolean {
  return proofKinds[kind].second;
}

export function isFirst({ kind }: Proof): boolean {
  return proofKinds[kind].first;
}

/** With one proof more, which takes the place of an earlier one of its kind. */
export function withProof(proofs: readonly Proof[], proof: Proof): readonly Proof[] {
  return [...proofs.filter(({ kind }) => kind !== proof.kind), proof];
}

/** Once an account has no second factor left: what its own factors proved counts no more. */
export function withoutFactors(
  proofs: readonly Proof[],
  {
    mayStaySignedIn,
  }: {
    /** Whether a passkey goes on saying who it is where nothing else does; otherwise they sign in once more. */
    readonly mayStaySignedIn: boolean;
  },
): readonly Proof[] {
  const left = proofs.filter(({ kind }) => !ownFactors.some((one) => one === kind));
  return left.some(isFirst) || !mayStaySignedIn ? left : proofs.filter(isFirst);
}

const ownFactors = ["totp", "recovery-code", "passkey"] as const satisfies readonly ProofKind[];

/** As it is kept: `password:1700000000000 totp:1700000012000`. */
export function writtenProofs(proofs: readonly Proof[]): string {
  return proofs.map(({ kind, at }) => `${kind}:${at}`).join(" ");
}

/** Kinds of another version of the program are left out: they prove nothing here. */
export function readProofs(written: string): readonly Proof[] {
  return written.split(" ").flatMap((one) => {
    const [kind = "", at = ""] = one.split(":");
    return Object.hasOwn(proofKinds, kind) && /^\d+$/.test(at)
      ? [{ kind: kind as ProofKind, at: Number(at) }]
      : [];
  });
}
