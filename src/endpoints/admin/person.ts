import { issueLink } from "../../actions/issue-link.ts";
import { removeFactor } from "../../actions/remove-factor.ts";
import { restoreUser, suspendUser } from "../../actions/suspend.ts";
import { tellOfFactors } from "../../actions/tell-of-factors.ts";
import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { type ApplicationId, idFrom, type UserId } from "../../domain/credentials.ts";
import { linkLife } from "../../domain/one-time-link.ts";
import { reasonProblem } from "../../domain/operating.ts";
import { foldScreenName, type User } from "../../domain/user.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { accessRevoked } from "../../events/access.ts";
import { emailProven, userDeleted } from "../../events/account.ts";
import { operatorChanged } from "../../events/operating.ts";
import { identityRemoved, secondFactorsRemoved, sessionsEnded } from "../../events/sign-in.ts";
import type { PersonDone } from "../../languages/texts/admin.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../pages/form-fields.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import {
  type Form,
  forOperators,
  notFound,
  notUnderstood,
  type PersonCall,
} from "../../pages/signed-in.ts";
import { proveIfWeighty } from "../../pages/weights.ts";
import { type PersonReport, personPage, resetLinkPage } from "../../views/admin/person.ts";

/** docs/reference/interface.md §16. One person: what they are, and what an operator may do to them. */
export const onePerson = endpoint({
  name: "admin/person",
  paths: ["/admin/people/:id"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a person and what they granted; suspends, restores, signs out, makes an operator or a link to a new password, confirms the email address, revokes access, removes second factors, deletes the account",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What is done.",
      values: [
        "suspend",
        "restore",
        "end-sessions",
        "make-link",
        "make-operator",
        "unmake-operator",
        "confirm-email",
        "revoke-access",
        "remove-second-factor",
        "remove-second-factors",
        "make-recovery-link",
        "remove-identity",
        "delete",
      ],
    },
    {
      name: "reason",
      required: false,
      meaning:
        "For suspend: what the person reads; for remove-second-factor, remove-second-factors, make-recovery-link and remove-identity: why.",
    },
    {
      name: "factor",
      required: false,
      meaning: "For remove-second-factor: `totp`, or `passkey:` and the credential id.",
    },
    { name: "issuer", required: false, meaning: "For remove-identity: of which provider." },
    { name: "subject", required: false, meaning: "For remove-identity: who the person is there." },
    { name: "email", required: false, meaning: "For confirm-email: the address that was shown." },
    { name: "application_id", required: false, meaning: "For revoke-access: which application." },
    {
      name: "screen_name",
      required: false,
      meaning: "For delete: the account's, typed to confirm.",
    },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  operation: forOperators({
    async show(call) {
      const user = await userIn(call);
      if (user === undefined) return notFound(call);
      const [asked = ""] = queryOf(call.incoming).keys();
      return pageReply(personPage({ ...(await report(call, user)), done: doneIn(asked) }));
    },

    async change(call, form) {
      const user = await userIn(call);
      if (user === undefined) return notFound(call);
      const { ledger } = call.dependencies;
      switch (form.get("change")) {
        case "suspend":
          return suspend(call, user, form);
        case "restore":
          return restore(call, user, form);
        case "end-sessions":
          // All of theirs; or, as nobody else has this one, all of one's own but this.
          await ledger.endOtherSessions(
            { userId: user.id, digest: call.session.digest },
            sessionsEnded(call.auditContext, user.id, "others"),
          );
          return done(user, "sessions-ended");
        case "make-link":
          return makeLink(call, user, form);
        case "make-operator":
          return setOperator(call, user, form, true);
        case "unmake-operator":
          return setOperator(call, user, form, false);
        case "confirm-email":
          return confirmEmail(call, user, form);
        case "revoke-access":
          return revokeAccess(call, user, form);
        case "remove-second-factor":
        case "remove-second-factors":
        case "make-recovery-link":
          return helpWithFactors(call, user, form);
        case "remove-identity":
          return removeIdentity(call, user, form);
        case "delete":
          return deleteAccount(call, user, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function userIn({ parameters, dependencies }: PersonCall): Promise<User | undefined> {
  const id = idFrom<UserId>(parameters.id);
  return id === undefined ? undefined : dependencies.ledger.userById(id);
}

async function suspend(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const reason = (form.get("reason") ?? "").trim();
  const problem = reasonProblem(reason);
  if (problem !== undefined) return again(call, user, { typed: { reason, problem } }, 422);
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const outcome = await suspendUser(call.dependencies.ledger, user.id, reason, call.auditContext);
  return outcome === "suspended" ? done(user, "suspended") : notUnderstood(call);
}

async function restore(call: PersonCall, user: User, form: Form): Promise<Reply> {
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  await restoreUser(call.dependencies.ledger, user.id, call.auditContext);
  return done(user, "restored");
}

async function setOperator(
  call: PersonCall,
  user: User,
  form: Form,
  isOperator: boolean,
): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const event = operatorChanged(call.auditContext, user.id, isOperator);
  const outcome = await call.dependencies.ledger.setOperator(user.id, isOperator, event);
  if (outcome !== "changed") return notUnderstood(call);
  return done(user, isOperator ? "operator-made" : "operator-unmade");
}

/** The address that the operator saw, and no other that the person has set since. */
async function confirmEmail(call: PersonCall, user: User, form: Form): Promise<Reply> {
  const email = form.get("email") ?? "";
  if (email === "") return notUnderstood(call);
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const event = emailProven(call.auditContext, user.id);
  const confirmed = await call.dependencies.ledger.confirmEmail({ userId: user.id, email }, event);
  return confirmed ? done(user, "email-confirmed") : notUnderstood(call);
}

async function revokeAccess(call: PersonCall, user: User, form: Form): Promise<Reply> {
  const applicationId = idFrom<ApplicationId>(form.get("application_id"));
  if (applicationId === undefined) return notUnderstood(call);
  const event = accessRevoked(call.auditContext, applicationId, user.id);
  await call.dependencies.ledger.revokeAccess({ applicationId, userId: user.id }, event);
  return done(user, "access-revoked");
}

/** The screen name is typed, because nothing brings an account back. */
async function deleteAccount(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const typed = (form.get("screen_name") ?? "").trim().replace(/^@/, "");
  if (foldScreenName(typed) !== foldScreenName(user.screenName)) {
    return again(call, user, { deleting: { otherName: true } }, 422);
  }
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const outcome = await call.dependencies.ledger.deleteUser(
    { userId: user.id },
    userDeleted(call.auditContext, user.id),
  );
  if (outcome === "owns-applications" || outcome === "last-operator") {
    return again(call, user, { deleting: { hindrance: outcome } }, 409);
  }
  return seeOther("/admin/people?q=&deleted=on");
}

/** Answered with the link itself: it is shown this once, and no address of a page holds it. */
async function makeLink(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (user.suspendedBecause !== undefined) return notUnderstood(call);
  if (!(await ownWaysIn(asOwner(user), call.dependencies)).password) return notUnderstood(call);
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const { dependencies, person, auditContext } = call;
  const { ledger, random, origins } = dependencies;
  const wanted = { purpose: "password-reset", userId: user.id } as const;
  const { href: link } = await issueLink(
    { ledger, random, origin: origins[0] },
    wanted,
    auditContext,
  );
  return pageReply(resetLinkPage({ person, user, link, minutes: resetMinutes }));
}

/** For somebody who lost a second factor, or everything. */
async function helpWithFactors(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (isSelf(call, user) || user.suspendedBecause !== undefined) return notUnderstood(call);
  const reason = (form.get("reason") ?? "").trim();
  const problem = reasonProblem(reason);
  if (problem !== undefined) return again(call, user, { helping: { reason, problem } }, 422);
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const { dependencies, auditContext, person } = call;
  if (form.get("change") === "remove-second-factor") {
    const which = { userId: user.id, written: form.get("factor") ?? "", because: reason };
    const factor = await removeFactor(dependencies.ledger, which, auditContext);
    if (factor === undefined) return notUnderstood(call);
    await tellOfFactors(call, user.id, factor.kind === "totp" ? "appRemoved" : "passkeyTaken");
    return done(user, "second-factor-removed");
  }
  if (form.get("change") === "remove-second-factors") {
    const event = secondFactorsRemoved(auditContext, user.id, reason);
    if (!(await dependencies.ledger.removeSecondFactors(user.id, event))) {
      return notUnderstood(call);
    }
    await tellOfFactors(call, user.id, "removed");
    return done(user, "second-factors-removed");
  }
  const { ledger, random, origins, config } = dependencies;
  if (config.waysIn !== "all") return notUnderstood(call);
  const wanted = { purpose: "account-recovery", userId: user.id, because: reason } as const;
  const { href: link } = await issueLink(
    { ledger, random, origin: origins[0] },
    wanted,
    auditContext,
  );
  await tellOfFactors(call, user.id, "recoveryLinkMade");
  const shown = { person, user, link, minutes: resetMinutes, recovers: true };
  return pageReply(resetLinkPage(shown));
}

/** Also the last way in: the reason says why, and the person hears of it. */
async function removeIdentity(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const [issuer = "", subject = ""] = [form.get("issuer"), form.get("subject")];
  const reason = (form.get("reason") ?? "").trim();
  const problem = reasonProblem(reason);
  const identity = { issuer, subject };
  if (problem !== undefined) {
    return again(call, user, { removing: { ...identity, reason, problem } }, 422);
  }
  const unproven = await proveIfWeighty(call, form, "admin/person");
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const event = identityRemoved(call.auditContext, user.id, issuer, reason);
  const removed = { userId: user.id, identity };
  if (!(await call.dependencies.ledger.removeIdentity(removed, event))) return notUnderstood(call);
  await tellOfFactors(call, user.id, "identityRemoved");
  return done(user, "identity-removed");
}

async function againUnproven(
  call: PersonCall,
  user: User,
  form: Form,
  { status, headers, ...unproven }: NonNullable<Awaited<ReturnType<typeof proveIfWeighty>>>,
): Promise<Reply> {
  const typed = { reason: form.get("reason") ?? "" };
  const change = form.get("change") ?? "";
  const helping = typed;
  const [issuer = "", subject = ""] = [form.get("issuer"), form.get("subject")];
  const removing = { ...typed, issuer, subject };
  return again(
    call,
    user,
    { typed, helping, removing, unproven: { ...unproven, change } },
    status,
    headers,
  );
}

async function again(
  call: PersonCall,
  user: User,
  more: Pick<PersonReport, "typed" | "helping" | "removing" | "unproven" | "deleting">,
  status: number,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return pageReply(personPage({ ...(await report(call, user)), ...more }), { status, headers });
}

async function report(call: PersonCall, user: User): Promise<PersonReport> {
  const { ledger } = call.dependencies;
  const [factors, sessions, applications, grants, identities, ways] = await Promise.all([
    ledger.factorsOf(user.id),
    ledger.sessionsOf(user.id, call.now, { after: undefined, size: mostCounted }),
    ledger.applicationsOf(user.id, { after: undefined, size: mostListed + 1 }),
    ledger.connectedApplications(user.id, { after: undefined, size: mostListed + 1 }),
    ledger.identitiesOf(user.id),
    ownWaysIn(asOwner(user), call.dependencies),
  ]);
  return {
    person: call.person,
    user,
    factors,
    identities,
    hasPassword: ways.password,
    isSelf: isSelf(call, user),
    sessions: { count: sessions.length, most: mostCounted },
    applications: applications.slice(0, mostListed),
    moreApplications: applications.length > mostListed,
    ...(applications.length > 0 && { deleting: { hindrance: "owns-applications" as const } }),
    grants: grants.slice(0, mostListed),
    moreGrants: grants.length > mostListed,
    resetMinutes,
  };
}

const mostCounted = 100;
const mostListed = 10;
const resetMinutes = linkLife["password-reset"] / 60_000;

function asOwner({ id: userId, screenName }: User) {
  return { userId, screenName };
}

function isSelf({ session }: PersonCall, user: User): boolean {
  return session.userId === user.id;
}

function done(user: User, what: PersonDone): Reply {
  return seeOther(`/admin/people/${user.id}?${what}`);
}

function doneIn(asked: string): PersonDone | undefined {
  return dones.find((one) => one === asked);
}

const dones: readonly PersonDone[] = [
  "suspended",
  "restored",
  "operator-made",
  "operator-unmade",
  "sessions-ended",
  "email-confirmed",
  "access-revoked",
  "second-factor-removed",
  "second-factors-removed",
  "identity-removed",
];
