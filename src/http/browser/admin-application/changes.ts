import { withAsciiDigits } from "../../../domain/ascii-digits.ts";
import { waitingSchemes } from "../../../domain/callback-schemes.ts";
import { type LimitChanges, maxLimit } from "../../../domain/limits.ts";
import { type Reason, readReason } from "../../../domain/operating.ts";
import { isOutdated } from "../../../domain/seen.ts";
import type { LimitShown } from "../../../pages/views/admin/applications/id.ts";
import type { Ownership } from "../../../pages/views/admin/ownership.ts";
import { suspensionSeen } from "../../../pages/views/admin/suspension.ts";
import type { Reply } from "../../operation/endpoint.ts";
import { asSent, type Change, EarlyReply } from "../change.ts";
import { notFound, notUnderstood } from "../error-pages.ts";
import { typedScreenName } from "../form-fields.ts";
import type { Form } from "../viewer-call.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  applicationIn,
  report,
  showApplication,
} from "./application-page.ts";

export const suspend: Change<AdminApplicationCall, Reason> = {
  sensitive: true,
  read(call, form) {
    const reason = form.get("reason") ?? "";
    const read = readReason(reason);
    if (read.ok) return read.reason;
    return new EarlyReply(showApplication(call, { typed: { reason, problem: read.problem } }, 422));
  },
  ask: (call, reauthentication, reason) =>
    showApplication(call, { typed: { reason }, reauthentication }),
  async run(call, reason) {
    const { application, dependencies, auditContext } = call;
    const { ledger } = dependencies;
    const suspended = await ledger.suspendApplication(application.id, reason, auditContext);
    return suspended ? applicationDone(call, "suspended") : notFound(call);
  },
};

/** Another reason may have suspended the application since the administrator saw it; that stays. */
export const restore: Change<AdminApplicationCall, string> = {
  sensitive: true,
  read(call, form) {
    const { application } = call;
    const { suspendedBecause } = application;
    if (suspendedBecause === undefined) return new EarlyReply(applicationDone(call, "restored"));
    if (isOutdated(form, suspensionSeen(application))) return new EarlyReply(suspendedSince(call));
    return suspendedBecause;
  },
  ask: (call, reauthentication) => showApplication(call, { reauthentication }),
  async run(call, because) {
    const { application, dependencies, auditContext } = call;
    const { ledger } = dependencies;
    const restored = await ledger.restoreApplication(application.id, auditContext, because);
    return restored ? applicationDone(call, "restored") : suspendedSince(call);
  },
};

async function suspendedSince(call: AdminApplicationCall): Promise<Reply> {
  const present = await applicationIn(call);
  if (present === undefined) return notFound(call);
  return showApplication(present, { suspendedSince: true }, 409);
}

/** All limits change at once, or none if one is invalid. */
export const limitTo: Change<AdminApplicationCall, readonly LimitShown[]> = {
  sensitive: true,
  async read(call, form) {
    const usual = await report(call);
    const limits = usual.limits.map((one) => typedLimit(one, form.get(one.name) ?? ""));
    // Nothing is left to change, for example after a double click.
    if (limits.every((one, at) => one.own === usual.limits[at]?.own)) {
      return new EarlyReply(applicationDone(call, "limits-changed"));
    }
    // This comes first, because a page that is shown again has the mark of the current limits.
    if (isOutdated(form, usual.limitsSeen)) return new EarlyReply(limitsChanged(call));
    if (!limits.some((one) => one.wrong)) return limits;
    return new EarlyReply(showApplication(call, { limits }, 422));
  },
  ask: (call, reauthentication, limits) => showApplication(call, { limits, reauthentication }),
  async run(call, limits) {
    const given = limits.filter((one) => one.own !== "");
    const wanted: LimitChanges = Object.fromEntries(
      given.map((one) => [one.name, Number(one.own)]),
    );
    const { application, dependencies, auditContext } = call;
    const change = { applicationId: application.id, limits: wanted, seen: application.limits };
    if (await dependencies.ledger.changeApplicationLimits(change, auditContext)) {
      dependencies.ownLimits.changed(change);
      return applicationDone(call, "limits-changed");
    }
    const present = await applicationIn(call);
    return present === undefined ? notFound(call) : limitsChanged(present);
  },
};

function limitsChanged(call: AdminApplicationCall): Promise<Reply> {
  return showApplication(call, { limitsChanged: true }, 409);
}

function typedLimit(limit: LimitShown, typed: string): LimitShown {
  const own = withAsciiDigits(typed.trim());
  const isRight =
    own === "" || (/^\d{1,7}$/.test(own) && Number(own) >= 1 && Number(own) <= maxLimit);
  return { ...limit, own, wrong: !isRight };
}

/** Only a waiting scheme can be confirmed, so an administrator approves only what the owner has registered. */
export const confirmScheme: Change<AdminApplicationCall, string> = {
  sensitive: true,
  read(call, form) {
    const { callbacks, confirmedSchemes } = call.application;
    const scheme = form.get("scheme") ?? "";
    const isWaiting = waitingSchemes(callbacks, confirmedSchemes).includes(scheme);
    return isWaiting ? scheme : new EarlyReply(notUnderstood(call));
  },
  ask: (call, reauthentication, scheme) =>
    showApplication(call, { reauthentication, confirming: scheme }),
  async run(call, scheme) {
    const { application, dependencies, auditContext } = call;
    await dependencies.ledger.confirmScheme(
      { applicationId: application.id, scheme },
      auditContext,
    );
    return applicationDone(call, "scheme-confirmed");
  },
};

/** The token that the previous consumer secret fetched ends too. */
export const endBearer: Change<AdminApplicationCall, Form> = {
  sensitive: true,
  read: asSent,
  ask: (call, reauthentication) => showApplication(call, { reauthentication }),
  async run(call) {
    const { application, dependencies, auditContext } = call;
    await dependencies.ledger.revokeBearerTokenOf(application.id, auditContext);
    return applicationDone(call, "bearer-ended");
  },
};

export const move: Change<AdminApplicationCall, string> = {
  sensitive: true,
  read(call, form) {
    const screenName = typedScreenName(form);
    return screenName === "" ? new EarlyReply(moveAgain(call, screenName, "missing")) : screenName;
  },
  ask: (call, reauthentication, screenName) =>
    showApplication(call, { moving: { screenName }, reauthentication }),
  async run(call, screenName) {
    const { application, dependencies, auditContext } = call;
    const user = await dependencies.ledger.userByScreenName(screenName);
    if (user === undefined) return moveAgain(call, screenName, "unknown");
    const to = { applicationId: application.id, userId: user.id };
    const outcome = await dependencies.ledger.moveApplication(to, auditContext);
    if (outcome === "moved") return applicationDone(call, "moved");
    return moveAgain(call, screenName, outcome === "gone" ? "unknown" : outcome);
  },
};

function moveAgain(
  call: AdminApplicationCall,
  screenName: string,
  problem: NonNullable<Ownership["problem"]>,
): Promise<Reply> {
  return showApplication(call, { moving: { screenName, problem } }, 422);
}
