import { checkCode } from "../../accounts/check-code.ts";
import { checkPasskey } from "../../accounts/check-passkey.ts";
import { type Checked, checkPassword } from "../../accounts/check-password.ts";
import type { PasswordHash } from "../../domain/credentials.ts";
import { requestErrors, SessionEnded } from "../../domain/errors.ts";
import type { Reauthentication } from "../../pages/views/viewer.ts";
import { ownSignInMethods } from "./own-sign-in-methods.ts";
import { challengeOf } from "./passkey-asked.ts";
import type { Form, ViewerCall } from "./viewer-call.ts";

/** A page responds with these if the user did not authenticate again. */
type StatusAndHeaders = { readonly status: number; readonly headers: Record<string, string> };

/**
 * Undefined after a recent authentication, a right `current_password` or, with a second factor, `current_code` or
 * `current_passkey`; otherwise what the page shows. The session records the authentication, because a code works once.
 */
export async function reauthenticate(
  call: ViewerCall,
  form: Form,
): Promise<(Reauthentication & StatusAndHeaders) | undefined> {
  if (call.viewer.signedInRecently) return undefined;
  const passkey = form.get("current_passkey");
  if (call.session.hasSecondFactor && passkey) return authenticateByPasskey(call, passkey);
  if (call.session.hasSecondFactor) return authenticateByCode(call, form.get("current_code") ?? "");
  if (call.viewer.authenticatesBy === "provider") {
    return { problem: "missing-provider", minutes: 0, status: 422, headers: {} };
  }
  const input = form.get("current_password") ?? "";
  // The page had no such field yet, so an empty value is not a try.
  if (input === "") return { problem: "missing", minutes: 0, status: 422, headers: {} };
  const checked = await checkOwnPassword(call, input);
  if (checked.result !== "right") return { problem: checked.result, ...answerTo(checked) };
  const { dependencies, session, now } = call;
  await dependencies.ledger.reauthenticate(session, { kind: "password", at: now });
  return undefined;
}

async function authenticateByPasskey(
  call: ViewerCall,
  sent: string,
): ReturnType<typeof reauthenticate> {
  const { session, dependencies } = call;
  const challenge = challengeOf(call, "again", session.userId);
  const checked = await checkPasskey(call, challenge, sent, (_holder, authEvent) =>
    dependencies.ledger.reauthenticate(session, authEvent),
  );
  if (checked.result !== "right") {
    return { problem: `${checked.result}-passkey`, minutes: 0, status: 422, headers: {} };
  }
  if (checked.outcome === "gone") throw new SessionEnded();
  return undefined;
}

async function authenticateByCode(
  call: ViewerCall,
  input: string,
): ReturnType<typeof reauthenticate> {
  const reauthentication = { minutes: 0, status: 422, headers: {} };
  if (input === "") return { problem: "missing-code", ...reauthentication };
  const { ledger } = call.dependencies;
  const { session } = call;
  const checked = await checkCode(call, session, input, (authEvent) =>
    ledger.reauthenticate(session, authEvent),
  );
  switch (checked.result) {
    case "right":
      if (checked.outcome === "gone") throw new SessionEnded();
      return undefined;
    case "too-many":
      return { problem: "too-many", ...answerTo(checked) };
    default:
      return { problem: `${checked.result}-code`, ...reauthentication };
  }
}

/** The problem is with the factor before the password, or with the password. */
export type PasswordReauthentication =
  | { readonly reauthentication: Reauthentication }
  | { readonly problem: "missing" | "wrong" | "too-many" | "busy"; readonly minutes: number };

/**
 * The age of the sign-in does not matter. Users with a second factor use that first, and users
 * without a password use what they have.
 */
export async function authenticatePassword(
  call: ViewerCall,
  form: Form,
): Promise<
  | { readonly result: "right"; readonly passwordHash: PasswordHash | undefined }
  | (StatusAndHeaders & {
      readonly result: "reauthentication";
      readonly reauthentication: PasswordReauthentication;
    })
> {
  const { session, dependencies } = call;
  const { password } = await ownSignInMethods(session, dependencies);
  const other = session.hasSecondFactor || !password ? await reauthenticate(call, form) : undefined;
  if (other !== undefined) {
    const { status, headers, ...reauthentication } = other;
    return { result: "reauthentication", reauthentication: { reauthentication }, status, headers };
  }
  if (!password) return { result: "right", passwordHash: undefined };
  const input = form.get("current_password") ?? "";
  if (input === "") {
    const missing = { problem: "missing", minutes: 0 } as const;
    return { result: "reauthentication", reauthentication: missing, status: 422, headers: {} };
  }
  const checked = await checkOwnPassword(call, input);
  if (checked.result === "right") return checked;
  const { minutes, ...answer } = answerTo(checked);
  return {
    result: "reauthentication",
    reauthentication: { problem: checked.result, minutes },
    ...answer,
  };
}

/** Tries count together with those of signing in. */
async function checkOwnPassword(call: ViewerCall, password: string): Promise<Checked> {
  const checked = await checkPassword(call, call.session.screenName, password);
  const another = checked.result === "right" && checked.user.id !== call.session.userId;
  return another ? { result: "wrong" } : checked;
}

function answerTo(
  checked: Exclude<Checked, { result: "right" }>,
): StatusAndHeaders & { readonly minutes: number } {
  if (checked.result === "wrong") return { status: 422, headers: {}, minutes: 0 };
  const status = checked.result === "busy" ? 503 : 429;
  const seconds =
    checked.result === "too-many"
      ? checked.retryAfterSeconds
      : requestErrors.overCapacity.retryAfterSeconds;
  return { status, headers: { "retry-after": String(seconds) }, minutes: Math.ceil(seconds / 60) };
}
