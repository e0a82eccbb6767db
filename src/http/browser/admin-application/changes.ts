/** What an administrator can change about an application, by the names of the forms' buttons. */
import { type AccessLevel, isAccessLevel } from "../../../domain/access.ts";
import { withAsciiDigits } from "../../../domain/ascii-digits.ts";
import { waitingSchemes } from "../../../domain/callback-schemes.ts";
import type { UserId } from "../../../domain/credentials.ts";
import { maxLimit } from "../../../domain/limits.ts";
import { type Reason, readReason } from "../../../domain/operating.ts";
import { isOutdated } from "../../../domain/seen.ts";
import type { LimitShown } from "../../../pages/views/admin/applications/id.ts";
import { approvalSeen } from "../../../pages/views/admin/approval.ts";
import type { Ownership } from "../../../pages/views/admin/ownership.ts";
import { suspensionSeen } from "../../../pages/views/admin/suspension.ts";
import * as actions from "../../actions/applications.ts";
import * as plans from "../../actions/plans.ts";
import { revokeAccessOfApplication, type TokensOfApplication } from "../../actions/tokens.ts";
import type { Reply } from "../../operation/endpoint.ts";
import { asSent, EarlyReply, sensitiveChange } from "../change.ts";
import { notFound, notUnderstood } from "../error-pages.ts";
import { typedScreenName } from "../form-fields.ts";
import type { Form } from "../viewer-call.ts";
import {
  type AdminApplicationCall,
  applicationDone,
  applicationIn,
  report,
  showApplication,
  sinceIn,
} from "./application-page.ts";

type Call = AdminApplicationCall;

const maxAtOnce = 5_000;

export const applicationChanges = {
  suspend: sensitiveChange(actions.suspendApplication, {
    read(call: Call, form): Reason | EarlyReply {
      const reason = form.get("reason") ?? "";
      const read = readReason(reason);
      if (read.ok) return read.reason;
      const input = { reason, problem: read.problem };
      return new EarlyReply(showApplication(call, { input }, 422));
    },
    ask: (call, reauthentication, reason) =>
      showApplication(call, { input: { reason }, reauthentication }),
    input: ({ application }, because) => ({ applicationId: application.id, because }),
    done: (call) => applicationDone(call, "suspended"),
  }),

  approve: sensitiveChange(actions.approveApplication, {
    async read(call: Call, form): Promise<Approved | EarlyReply> {
      const { application } = call;
      if (application.approval === undefined)
        return new EarlyReply(applicationDone(call, "approved"));
      if (isOutdated(form, approvalSeen(application))) return new EarlyReply(decidedSince(call));
      const access = form.get("access");
      // Empty: the application keeps the plan that it has.
      const plan = form.get("plan") || undefined;
      const { plans: known } = await report(call);
      if (plan !== undefined && !known.some(({ name }) => name === plan)) {
        return new EarlyReply(decidedSince(call));
      }
      return { access: access !== undefined && isAccessLevel(access) ? access : undefined, plan };
    },
    ask: (call, reauthentication, approved) =>
      showApplication(call, { decision: { text: "", ...approved }, reauthentication }),
    input: ({ application: from }, approved) => ({ from, ...approved }),
    done: (call) => applicationDone(call, "approved"),
    rejected: decidedSince,
  }),

  ask: sensitiveChange(actions.askAboutApplication, {
    read: readDecision,
    ask: (call, reauthentication, text) =>
      showApplication(call, { decision: { text, access: undefined }, reauthentication }),
    input: ({ application: from }, question) => ({ from, question }),
    done: (call) => applicationDone(call, "approval-asked"),
    rejected: decidedSince,
  }),

  decline: sensitiveChange(actions.declineApplication, {
    read: readDecision,
    ask: (call, reauthentication, text) =>
      showApplication(call, { decision: { text, access: undefined }, reauthentication }),
    input: ({ application: from }, because) => ({ from, because }),
    done: (call) => applicationDone(call, "declined"),
    rejected: decidedSince,
  }),

  /** Another reason may have suspended the application since the administrator saw it; that stays. */
  restore: sensitiveChange(actions.restoreApplication, {
    read(call: Call, form): string | EarlyReply {
      const { application } = call;
      const { suspendedBecause } = application;
      if (suspendedBecause === undefined) return new EarlyReply(applicationDone(call, "restored"));
      if (isOutdated(form, suspensionSeen(application))) {
        return new EarlyReply(suspendedSince(call));
      }
      return suspendedBecause;
    },
    ask: (call, reauthentication) => showApplication(call, { reauthentication }),
    input: ({ application }, seen) => ({ applicationId: application.id, seen }),
    done: (call) => applicationDone(call, "restored"),
    rejected: suspendedSince,
  }),

  /** All limits change at once, or none if one is invalid. */
  "set-limits": sensitiveChange(actions.setApplicationLimits, {
    async read(call: Call, form): Promise<readonly LimitShown[] | EarlyReply> {
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
    input({ application }, limits) {
      const given = limits.filter((one) => one.own !== "");
      const wanted = Object.fromEntries(given.map((one) => [one.name, Number(one.own)]));
      return { applicationId: application.id, limits: wanted, seen: application.limits };
    },
    done: (call) => applicationDone(call, "limits-changed"),
    async rejected(call) {
      const present = await applicationIn(call);
      return present === undefined ? notFound(call) : limitsChanged(present);
    },
  }),

  /** An empty plan is the default one. */
  "set-plan": sensitiveChange(plans.setApplicationPlan, {
    async read(call: Call, form): Promise<string | EarlyReply> {
      const plan = form.get("plan") ?? "";
      const usual = await report(call);
      if (plan === (call.application.plan ?? "")) {
        return new EarlyReply(applicationDone(call, "limits-changed"));
      }
      const isKnown = plan === "" || usual.plans.some(({ name }) => name === plan);
      if (isOutdated(form, usual.planSeen) || !isKnown) return new EarlyReply(limitsChanged(call));
      return plan;
    },
    ask: (call, reauthentication, plan) =>
      showApplication(call, {
        application: { ...call.application, plan: plan === "" ? undefined : plan },
        reauthentication,
      }),
    input: ({ application }, plan) => ({
      applicationId: application.id,
      ...{ plan: plan === "" ? undefined : plan, seen: application.plan },
    }),
    done: (call) => applicationDone(call, "limits-changed"),
    async rejected(call) {
      const present = await applicationIn(call);
      return present === undefined ? notFound(call) : limitsChanged(present);
    },
  }),

  /** Only a waiting scheme can be confirmed, so an administrator approves only what the owner has registered. */
  "confirm-scheme": sensitiveChange(actions.confirmScheme, {
    read(call: Call, form): string | EarlyReply {
      const { callbacks, confirmedSchemes } = call.application;
      const scheme = form.get("scheme") ?? "";
      const isWaiting = waitingSchemes(callbacks, confirmedSchemes).includes(scheme);
      return isWaiting ? scheme : new EarlyReply(notUnderstood(call));
    },
    ask: (call, reauthentication, scheme) =>
      showApplication(call, { reauthentication, confirming: scheme }),
    input: ({ application }, scheme) => ({ applicationId: application.id, scheme }),
    done: (call) => applicationDone(call, "scheme-confirmed"),
    rejected: (call) => applicationDone(call, "scheme-confirmed"),
  }),

  "revoke-bearer-token": sensitiveChange(actions.revokeBearerToken, {
    read: (call: Call, form) => asSent(call, form),
    ask: (call, reauthentication) => showApplication(call, { reauthentication }),
    input: ({ application }) => ({ applicationId: application.id }),
    done: (call) => applicationDone(call, "bearer-token-revoked"),
    rejected: (call) => applicationDone(call, "bearer-token-revoked"),
  }),

  "revoke-secret": sensitiveChange(actions.revokeConsumerSecret, {
    read: ({ application }: Call, form) => Number(form.get("replaces") ?? application.secretSetAt),
    ask: (call, reauthentication) => showApplication(call, { reauthentication }),
    input: ({ application: { id } }, secretSetAt) => ({ id, secretSetAt }),
    done: (call) => applicationDone(call, "secret-revoked"),
    // It was ended before, or the owner has replaced it: the page says when.
    rejected: (call) => applicationDone(call, "secret-changed"),
  }),

  /** So many at once that a browser waits for it; what remains is in the figures. */
  "revoke-access": sensitiveChange(revokeAccessOfApplication, {
    async read(call: Call, form): Promise<number | undefined | EarlyReply> {
      const sent = form.get("since");
      if (sent === undefined) return undefined;
      const since = sinceIn(sent);
      // A time that can't be read must not mean all access.
      if (since === undefined) return new EarlyReply(notUnderstood(call));
      const { application, dependencies, now } = call;
      // Tokens that were used since the page was shown are counted too.
      await dependencies.sources.sourcesOf(application.id, now);
      return since;
    },
    ask: (call, reauthentication, since) =>
      showApplication(call, { revoking: { since }, reauthentication }),
    input({ application: { id: applicationId } }, usedFromNewSince): TokensOfApplication {
      return usedFromNewSince === undefined
        ? { applicationId, userId: undefined, most: maxAtOnce }
        : { applicationId, usedFromNewSince, most: maxAtOnce };
    },
    async done(call, _, usedFromNewSince) {
      const { id: applicationId } = call.application;
      const { ledger } = call.dependencies;
      if (usedFromNewSince === undefined) {
        const remain = await ledger.countGrants(applicationId, 1);
        return applicationDone(call, remain > 0 ? "access-revoked-in-part" : "access-revoked");
      }
      const search = { applicationId, since: usedFromNewSince };
      if ((await ledger.countTokensUsedFromNewSources(search, 1)) === 0) {
        return applicationDone(call, "access-revoked");
      }
      return applicationDone(call, "new-access-revoked-in-part", { since: usedFromNewSince });
    },
  }),

  "notify-owner": sensitiveChange(actions.notifyOwner, {
    read(call: Call, form): Reason | EarlyReply {
      const text = form.get("message") ?? "";
      const read = readReason(text);
      if (read.ok) return read.reason;
      const message = { text, problem: read.problem };
      return new EarlyReply(showApplication(call, { message }, 422));
    },
    ask: (call, reauthentication, text) =>
      showApplication(call, { message: { text }, reauthentication }),
    input: ({ application }, message) => ({ applicationId: application.id, message }),
    done: (call) => applicationDone(call, "owner-notified"),
  }),

  transfer: sensitiveChange(actions.transferApplication, {
    async read(call: Call, form): Promise<{ screenName: string; userId: UserId } | EarlyReply> {
      const screenName = typedScreenName(form);
      if (screenName === "") return new EarlyReply(transferAgain(call, screenName, "missing"));
      const user = await call.dependencies.ledger.userByScreenName(screenName);
      if (user === undefined) return new EarlyReply(transferAgain(call, screenName, "unknown"));
      return { screenName, userId: user.id };
    },
    ask: (call, reauthentication, { screenName }) =>
      showApplication(call, { moving: { screenName }, reauthentication }),
    input: ({ application }, { userId }) => ({ applicationId: application.id, userId }),
    done: (call) => applicationDone(call, "transferred"),
    rejected: (call, why, { screenName }) =>
      transferAgain(call, screenName, why === "gone" ? "unknown" : why),
  }),
};

interface Approved {
  readonly access: AccessLevel | undefined;
  readonly plan: string | undefined;
}

/** A question or a reason, about what the administrator has seen. */
function readDecision(call: AdminApplicationCall, form: Form): Reason | EarlyReply {
  if (isOutdated(form, approvalSeen(call.application))) return new EarlyReply(decidedSince(call));
  const text = form.get("text") ?? "";
  const read = readReason(text);
  if (read.ok) return read.reason;
  const decision = { text, access: undefined, problem: read.problem };
  return new EarlyReply(showApplication(call, { decision }, 422));
}

async function decidedSince(call: AdminApplicationCall): Promise<Reply> {
  const present = await applicationIn(call);
  if (present === undefined) return notFound(call);
  const decision = { text: "", access: undefined, changedSince: true } as const;
  return showApplication(present, { decision }, 409);
}

async function suspendedSince(call: AdminApplicationCall): Promise<Reply> {
  const present = await applicationIn(call);
  if (present === undefined) return notFound(call);
  return showApplication(present, { suspendedSince: true }, 409);
}

function limitsChanged(call: AdminApplicationCall): Promise<Reply> {
  return showApplication(call, { limitsChanged: true }, 409);
}

function typedLimit(limit: LimitShown, input: string): LimitShown {
  const own = withAsciiDigits(input.trim());
  const isRight =
    own === "" || (/^\d{1,7}$/.test(own) && Number(own) >= 1 && Number(own) <= maxLimit);
  return { ...limit, own, wrong: !isRight };
}

function transferAgain(
  call: AdminApplicationCall,
  screenName: string,
  problem: NonNullable<Ownership["problem"]>,
): Promise<Reply> {
  return showApplication(call, { moving: { screenName, problem } }, 422);
}
