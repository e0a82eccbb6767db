import { refusals, SessionEnded } from "../domain/refusals.ts";
import type { ProofProblem } from "../languages/english/shell.ts";
import { checkCode } from "../sign-in/check-code.ts";
import { checkPasskey } from "../sign-in/check-passkey.ts";
import { type Checked, checkPassword } from "../sign-in/check-password.ts";
import { challengeOf } from "./passkey-asked.ts";
import type { Form, PersonCall } from "./signed-in.ts";

/**
 * Returns undefined if the person has proved recently who they are, or the form's `current_password` is right,
 * or for people with a second factor its `current_code` or `current_passkey`. Otherwise returns what the page
 * says and its status. The session remembers the proof, because a code can only be used once.
 */
export async function proveRecent(
  call: PersonCall,
  form: Form,
): Promise<
  | { problem: ProofProblem; minutes: number; status: number; headers: Record<string, string> }
  | undefined
> {
  if (call.person.signedInRecently) return undefined;
  const passkey = form.get("current_passkey");
  if (call.session.hasSecondFactor && passkey) return proveByPasskey(call, passkey);
  if (call.session.hasSecondFactor) return proveByCode(call, form.get("current_code") ?? "");
  if (call.person.provesBy === "provider") {
    return { problem: "missing-provider", minutes: 0, status: 422, headers: {} };
  }
  const typed = form.get("current_password") ?? "";
  // Empty because the page had no such field yet, so it is not a try.
  if (typed === "") return { problem: "missing", minutes: 0, status: 422, headers: {} };
  const checked = await checkOwnPassword(call, typed);
  if (checked.result !== "right") return { problem: checked.result, ...answerTo(checked) };
  const { dependencies, session, now } = call;
  await dependencies.ledger.proveAgain(session, { kind: "password", at: now });
  return undefined;
}

async function proveByPasskey(call: PersonCall, sent: string): ReturnType<typeof proveRecent> {
  const { session, dependencies } = call;
  const challenge = challengeOf(call, "again", session.userId);
  const checked = await checkPasskey(call, challenge, sent, (_holder, proof) =>
    dependencies.ledger.proveAgain(session, proof),
  );
  if (checked.result !== "right") {
    return { problem: `${checked.result}-passkey`, minutes: 0, status: 422, headers: {} };
  }
  if (checked.outcome === "gone") throw new SessionEnded();
  return undefined;
}

async function proveByCode(call: PersonCall, typed: string): ReturnType<typeof proveRecent> {
  const unproven = { minutes: 0, status: 422, headers: {} };
  if (typed === "") return { problem: "missing-code", ...unproven };
  const { ledger } = call.dependencies;
  const { session } = call;
  const checked = await checkCode(call, session, typed, (proof) =>
    ledger.proveAgain(session, proof),
  );
  switch (checked.result) {
    case "right":
      if (checked.outcome === "gone") throw new SessionEnded();
      return undefined;
    case "too-many":
      return { problem: "too-many", ...answerTo(checked) };
    default:
      return { problem: `${checked.result}-code`, ...unproven };
  }
}

/**
 * Checks the person's own password. Tries are counted together with those of signing in; an empty one does not
 * count.
 */
export async function checkOwnPassword(call: PersonCall, password: string): Promise<Checked> {
  if (password === "") return { result: "wrong" };
  const checked = await checkPassword(call, call.session.screenName, password);
  const another = checked.result === "right" && checked.user.id !== call.session.userId;
  return another ? { result: "wrong" } : checked;
}

/** How a page answers a password that was not accepted. */
export function answerTo(checked: Exclude<Checked, { result: "right" }>): {
  status: number;
  headers: Record<string, string>;
  minutes: number;
} {
  if (checked.result === "wrong") return { status: 422, headers: {}, minutes: 0 };
  const status = checked.result === "busy" ? 503 : 429;
  const seconds =
    checked.result === "too-many"
      ? checked.retryAfterSeconds
      : refusals.overCapacity.retryAfterSeconds;
  return { status, headers: { "retry-after": String(seconds) }, minutes: Math.ceil(seconds / 60) };
}
