import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { Refusal } from "../../domain/refusals.ts";
import { isOutdated, seenField, seenMark, wasLeft } from "../../domain/seen.ts";
import { typedText } from "../../domain/typed-text.ts";
import { foldScreenName, type Profile, profileProblems, type User } from "../../domain/user.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { profileChanged } from "../../events/account.ts";
import { countChange } from "../../pages/count-change.ts";
import { countScreenNameAsked } from "../../pages/count-screen-name-asked.ts";
import { confirmingCode, confirmingPassword, csrf, whatWasSeen } from "../../pages/form-fields.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { sendEmailLink } from "../../pages/send-email-link.ts";
import { type Form, forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
import { typedScreenName } from "../../pages/typed-screen-name.ts";
import { type ProfileForm, profilePage } from "../../views/account/profile.ts";

/** docs/reference/interface.md §14. */
export const profile = endpoint({
  name: "account/profile",
  paths: ["/account/profile"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows and changes name, screen name and email address",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    whatWasSeen,
    { name: "name", required: false, meaning: "The name, up to 50 characters." },
    { name: "screen_name", required: true, meaning: "The screen name." },
    { name: "email", required: false, meaning: "The email address." },
    confirmingPassword,
    confirmingCode,
    {
      name: "send_link",
      required: false,
      meaning: "Changes nothing: mails a link that proves the address once more.",
    },
  ],
  produces: "page",
  operation: forSignedIn({
    keepsTyped: true,

    async show({ incoming, dependencies, session, person }) {
      const user = await dependencies.ledger.userById(session.userId);
      const { screenName = "", name = "", email = "" } = user ?? {};
      const query = queryOf(incoming);
      const unproven = email !== "" && user?.emailProven === false;
      return pageReply(
        profilePage({
          person,
          userId: session.userId,
          profile: { screenName, name, email },
          seen: profileSeen({ screenName, name, email }),
          saved: query.has("saved"),
          sent: query.has("sent") && unproven,
          ...(unproven && {
            unconfirmed: dependencies.mail === undefined ? "withoutMail" : "withMail",
            distrusted: user?.emailDistrusted === true,
          }),
        }),
      );
    },

    async change(call, form) {
      if (form.has("send_link")) return sendAgain(call);
      const saved = (await save(call, form)) ?? (await save(call, form));
      if (saved === undefined) throw new Refusal("overCapacity");
      return saved;
    },
  }),
});

/** Returns undefined if the screen name has changed since the form was checked. */
async function save(call: PersonCall, form: Form): Promise<Reply | undefined> {
  const wanted = {
    screenName: typedScreenName(form),
    name: typedText(form.get("name")),
    email: form.get("email")?.trim() ?? "",
  };
  const problems = profileProblems(wanted);
  const { dependencies, session, auditContext } = call;
  const user = await dependencies.ledger.userById(session.userId);
  const seen = form.get(seenField) ?? (user ? profileSeen(user) : "");
  const askAgain = (...problems: NonNullable<ProfileForm["problems"]>) =>
    pageReply(
      profilePage({ person: call.person, userId: session.userId, profile: wanted, seen, problems }),
      { status: 422 },
    );
  if (problems.length > 0) return askAgain(...problems);
  // Someone with access to the mailbox can reset the password.
  const moves = user?.email !== wanted.email;
  // And someone who changes the screen name, with which the person signs in, locks them out.
  const renames = foldScreenName(user?.screenName ?? "") !== foldScreenName(wanted.screenName);
  if (user && (moves || renames) && isOutdated(form, profileSeen(user))) {
    return changedSince(call, user, wasLeft(form, 0, wanted.name) ? user.name : wanted.name);
  }
  const unproven = moves || renames ? await proveIfAsked(call, form, "account/profile") : undefined;
  if (unproven !== undefined) {
    const { problem, minutes, ...answer } = unproven;
    const page = profilePage({
      person: call.person,
      userId: session.userId,
      profile: wanted,
      seen,
      unproven: { problem, minutes },
    });
    return pageReply(page, answer);
  }
  const { screenName, name, email } = wanted;
  const isNamed = name !== user?.name && !wasLeft(form, 0, name);
  if (moves) await countChange("account-changes", call);
  else if (screenName !== user?.screenName || isNamed) await countChange("profile-changes", call);
  if (renames) await countScreenNameAsked(call);
  const outcome = await dependencies.ledger.changeProfile(
    // An unchanged value is not written, because the person may be changing it at the same time.
    {
      userId: session.userId,
      ...(user && { seen: user }),
      screenName,
      ...(isNamed && { name }),
      ...(moves && { email }),
    },
    profileChanged(auditContext, session.userId),
  );
  if (outcome === "screen-name-taken") return askAgain("taken");
  if (outcome === "too-many-names") return askAgain(outcome);
  if (outcome === "changed-since") return undefined;
  const moved = { id: session.userId, screenName, email };
  const { sent } = moves ? await sendEmailLink(call, moved, auditContext) : { sent: false };
  return seeOther(`/account/profile?saved${sent ? "&sent" : ""}`);
}

async function sendAgain(call: PersonCall): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.session.userId);
  if (user === undefined || user.emailProven) return seeOther("/account/profile");
  const { sent, beyond } = await sendEmailLink(call, user, call.auditContext);
  if (beyond !== undefined) throw new Refusal("rateLimited", beyond);
  return seeOther(`/account/profile${sent ? "?sent" : ""}`);
}

/** The values that identify the account or reach its owner. */
function profileSeen({ screenName, name, email }: Profile): string {
  return seenMark([screenName, email], [name]);
}

function changedSince({ person }: PersonCall, user: User, name: string): Reply {
  const { id, screenName, email } = user;
  const page = profilePage({
    person,
    userId: id,
    profile: { screenName, name, email },
    seen: profileSeen(user),
    problems: ["changed-since"],
  });
  return pageReply(page, { status: 409 });
}
