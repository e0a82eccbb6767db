/**
 * An authentication event is something that a user showed in a browser, such as a password or a code, and when.
 * second-factor.ts decides from this table alone what a sign-in needs. A new kind needs a row here and a way to use up
 * its code in the database (docs/adr/0032-second-factors.md).
 */

/** `first` identifies the user. `second` shows something that a stolen password does not give. */
export const authEventKinds = {
  password: { first: true, second: false },
  "identity-provider": { first: true, second: false },
  /** According to the administrator, this provider always requires a second factor. */
  "strong-identity-provider": { first: true, second: true },
  /** The authenticator verified its owner, so it counts as both factors: possession and identity. */
  passkey: { first: true, second: true },
  totp: { first: false, second: true },
  "recovery-code": { first: false, second: true },
} as const satisfies Readonly<
  Record<string, { readonly first: boolean; readonly second: boolean }>
>;

export type AuthEventKind = keyof typeof authEventKinds;

export interface AuthEvent {
  readonly kind: AuthEventKind;
  readonly at: number;
}

export type SecondFactorKind = {
  [Kind in AuthEventKind]: (typeof authEventKinds)[Kind]["second"] extends true ? Kind : never;
}[AuthEventKind];

export function isSecond({ kind }: AuthEvent): boolean {
  return authEventKinds[kind].second;
}

export function isFirst({ kind }: AuthEvent): boolean {
  return authEventKinds[kind].first;
}

/** Replaces an earlier authentication event of the same kind. */
export function withAuthEvent(
  authEvents: readonly AuthEvent[],
  authEvent: AuthEvent,
): readonly AuthEvent[] {
  return [...authEvents.filter(({ kind }) => kind !== authEvent.kind), authEvent];
}

/** Authentication events of an account's own factors no longer count once it has no second factor. */
export function withoutFactors(
  authEvents: readonly AuthEvent[],
  {
    mayStaySignedIn,
  }: {
    /** Whether a passkey still counts as the first factor if there is no other. If not, the user must sign in again. */
    readonly mayStaySignedIn: boolean;
  },
): readonly AuthEvent[] {
  const left = authEvents.filter(({ kind }) => !ownFactors.some((one) => one === kind));
  return left.some(isFirst) || !mayStaySignedIn ? left : authEvents.filter(isFirst);
}

const ownFactors = ["totp", "recovery-code", "passkey"] as const satisfies readonly AuthEventKind[];

/** The stored form: `password:1700000000000 totp:1700000012000`. */
export function writtenAuthEvents(authEvents: readonly AuthEvent[]): string {
  return authEvents.map(({ kind, at }) => `${kind}:${at}`).join(" ");
}

/** Kinds that this version does not know are ignored. */
export function readAuthEvents(written: string): readonly AuthEvent[] {
  return written.split(" ").flatMap((one) => {
    const [kind = "", at = ""] = one.split(":");
    return Object.hasOwn(authEventKinds, kind) && /^\d+$/.test(at)
      ? [{ kind: kind as AuthEventKind, at: Number(at) }]
      : [];
  });
}
