/**
 * How users prove who they are. second-factor.ts decides from this table alone what a sign-in needs. A new
 * kind needs a row here and a way to spend its proof in the database (docs/adr/0032-second-factors.md).
 */

/** `first` identifies the user. `second` shows something that a stolen password does not give. */
export const proofKinds = {
  password: { first: true, second: false },
  "identity-provider": { first: true, second: false },
  /** According to the administrator, this provider always requires a second factor. */
  "strong-identity-provider": { first: true, second: true },
  /** The authenticator verified its owner, so it proves possession and identity at once. */
  passkey: { first: true, second: true },
  totp: { first: false, second: true },
  "recovery-code": { first: false, second: true },
} as const satisfies Readonly<
  Record<string, { readonly first: boolean; readonly second: boolean }>
>;

export type ProofKind = keyof typeof proofKinds;

export interface Proof {
  readonly kind: ProofKind;
  readonly at: number;
}

export type SecondProofKind = {
  [Kind in ProofKind]: (typeof proofKinds)[Kind]["second"] extends true ? Kind : never;
}[ProofKind];

export function isSecond({ kind }: Proof): boolean {
  return proofKinds[kind].second;
}

export function isFirst({ kind }: Proof): boolean {
  return proofKinds[kind].first;
}

/** Replaces an earlier proof of the same kind. */
export function withProof(proofs: readonly Proof[], proof: Proof): readonly Proof[] {
  return [...proofs.filter(({ kind }) => kind !== proof.kind), proof];
}

/** The proofs by an account's own factors no longer count once it has no second factor. */
export function withoutFactors(
  proofs: readonly Proof[],
  {
    mayStaySignedIn,
  }: {
    /** Whether a passkey still counts as the first proof if there is no other. If not, the user must sign in again. */
    readonly mayStaySignedIn: boolean;
  },
): readonly Proof[] {
  const left = proofs.filter(({ kind }) => !ownFactors.some((one) => one === kind));
  return left.some(isFirst) || !mayStaySignedIn ? left : proofs.filter(isFirst);
}

const ownFactors = ["totp", "recovery-code", "passkey"] as const satisfies readonly ProofKind[];

/** The stored form: `password:1700000000000 totp:1700000012000`. */
export function writtenProofs(proofs: readonly Proof[]): string {
  return proofs.map(({ kind, at }) => `${kind}:${at}`).join(" ");
}

/** Kinds that this version does not know are ignored. */
export function readProofs(written: string): readonly Proof[] {
  return written.split(" ").flatMap((one) => {
    const [kind = "", at = ""] = one.split(":");
    return Object.hasOwn(proofKinds, kind) && /^\d+$/.test(at)
      ? [{ kind: kind as ProofKind, at: Number(at) }]
      : [];
  });
}
