import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { mintLinkSecret, tokenDigest, type UserId } from "../../domain/credentials.ts";
import { linkLife, linkPath } from "../../domain/one-time-link.ts";
import { reasonProblem } from "../../domain/operating.ts";
import type { User } from "../../domain/user.ts";
import {
  operatorChanged,
  passwordResetLinkMade,
  sessionsEnded,
  userRestored,
  userSuspended,
} from "../../events.ts";
import type { PersonDone } from "../../languages/texts/admin.ts";
import { type PersonReport, personPage, resetLinkPage } from "../../views/admin/person.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../endpoint.ts";
import { confirmingPassword, csrf } from "../form-fields.ts";
import {
  forOperators,
  notFound,
  notUnderstood,
  type PersonCall,
  proveRecent,
} from "../signed-in.ts";

type Form = ReadonlyMap<string, string>;

/** docs/reference/interface.md §16. One person: what they are, and what an operator may do to them. */
export const onePerson = endpoint({
  name: "admin/person",
  paths: ["/admin/people/:person"],
  methods: ["GET", "POST"],
  section: "16",
  summary:
    "Shows a person; suspends, restores, signs out, makes an operator or a link to a new password",
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
      ],
    },
    { name: "reason", required: false, meaning: "For suspend: what the person reads." },
    confirmingPassword,
  ],
  answers: "page",
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
      const { ledger } = call.surroundings;
      switch (form.get("change")) {
        case "suspend":
          return suspend(call, user, form);
        case "restore":
          await ledger.suspendUser(user.id, undefined, userRestored(call.occasion, user.id));
          return done(user, "restored");
        case "end-sessions":
          // All of theirs; or, as nobody else has this one, all of one's own but this.
          await ledger.endOtherSessions(
            { userId: user.id, digest: call.session.digest },
            sessionsEnded(call.occasion, user.id, "others"),
          );
          return done(user, "sessions-ended");
        case "make-link":
          return makeLink(call, user, form);
        case "make-operator":
          return setOperator(call, user, form, true);
        case "unmake-operator":
          return setOperator(call, user, form, false);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function userIn({ incoming, surroundings }: PersonCall): Promise<User | undefined> {
  const [, id] = /^\/admin\/people\/(\d{16})$/.exec(incoming.path) ?? [];
  return id === undefined ? undefined : surroundings.ledger.userById(id as UserId);
}

async function suspend(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const reason = (form.get("reason") ?? "").trim();
  const problem = reasonProblem(reason);
  if (problem !== undefined) return again(call, user, { typed: { reason, problem } }, 422);
  const unproven = await proveRecent(call, form);
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const event = userSuspended(call.occasion, user.id, reason);
  await call.surroundings.ledger.suspendUser(user.id, reason, event);
  return done(user, "suspended");
}

async function setOperator(
  call: PersonCall,
  user: User,
  form: Form,
  isOperator: boolean,
): Promise<Reply> {
  if (isSelf(call, user)) return notUnderstood(call);
  const unproven = await proveRecent(call, form);
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const event = operatorChanged(call.occasion, user.id, isOperator);
  await call.surroundings.ledger.setOperator(user.id, isOperator, event);
  return done(user, isOperator ? "operator-made" : "operator-unmade");
}

/** Answered with the link itself: it is shown this once, and no address of a page holds it. */
async function makeLink(call: PersonCall, user: User, form: Form): Promise<Reply> {
  if (user.suspendedBecause !== undefined) return notUnderstood(call);
  const unproven = await proveRecent(call, form);
  if (unproven !== undefined) return againUnproven(call, user, form, unproven);
  const { surroundings, person, now, occasion } = call;
  const secret = mintLinkSecret(surroundings.random);
  const purpose = "password-reset";
  await surroundings.ledger.createLink(
    {
      digest: tokenDigest(secret.reveal()),
      purpose,
      userId: user.id,
      note: "",
      createdAt: now,
      expiresAt: now + linkLife[purpose],
    },
    passwordResetLinkMade(occasion, user.id),
  );
  const link = surroundings.origins[0] + linkPath(purpose, secret);
  return pageReply(resetLinkPage({ person, user, link, minutes: resetMinutes }), { script: true });
}

async function againUnproven(
  call: PersonCall,
  user: User,
  form: Form,
  { status, headers, ...unproven }: NonNullable<Awaited<ReturnType<typeof proveRecent>>>,
): Promise<Reply> {
  const typed = { reason: form.get("reason") ?? "" };
  const change = form.get("change") ?? "";
  return again(call, user, { typed, unproven: { ...unproven, change } }, status, headers);
}

async function again(
  call: PersonCall,
  user: User,
  more: Pick<PersonReport, "typed" | "unproven">,
  status: number,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return pageReply(personPage({ ...(await report(call, user)), ...more }), { status, headers });
}

async function report(call: PersonCall, user: User): Promise<PersonReport> {
  const { ledger } = call.surroundings;
  const [sessions, applications] = await Promise.all([
    ledger.sessionsOf(user.id, call.now, { after: undefined, size: mostCounted }),
    ledger.applicationsOf(user.id, { after: undefined, size: mostListed + 1 }),
  ]);
  return {
    person: call.person,
    user,
    isSelf: isSelf(call, user),
    sessions: { count: sessions.length, most: mostCounted },
    applications: applications.slice(0, mostListed),
    moreApplications: applications.length > mostListed,
    resetMinutes,
  };
}

const mostCounted = 100;
const mostListed = 10;
const resetMinutes = linkLife["password-reset"] / 60_000;

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
];
