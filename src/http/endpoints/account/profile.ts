import { RequestError } from "../../../domain/errors.ts";
import { isOutdated, seenField, seenMark, wasLeft } from "../../../domain/seen.ts";
import { typedText } from "../../../domain/typed-text.ts";
import { foldScreenName, type Profile, profileProblems, type User } from "../../../domain/user.ts";
import { type ProfileForm, profilePage } from "../../../pages/views/account/profile.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { countChange, countScreenNameAsked } from "../../browser/count-change.ts";
import { typedScreenName, whatWasSeen } from "../../browser/form-fields.ts";
import { sendEmailLink } from "../../browser/send-email-link.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

type Draft = {
  readonly user: User | undefined;
  readonly wanted: Profile;
  readonly seen: string;
  readonly isNamed: boolean;
  readonly moves: boolean;
  /** The draft has another screen name, not only other capitals. */
  readonly renames: boolean;
  readonly sendsLink: boolean;
};

/** docs/reference/interface.md §14. */
export const profile = endpoint({
  name: "account/profile",
  paths: ["/account/profile"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows and changes name, screen name and email address",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      whatWasSeen,
      { name: "name", required: false, meaning: "The name, up to 50 characters." },
      { name: "screen_name", required: true, meaning: "The screen name." },
      { name: "email", required: false, meaning: "The email address." },
      {
        name: "send_link",
        required: false,
        meaning: "Emails a verification link again and changes nothing.",
      },
    ],
    keepsTyped: true,

    async show({ incoming, dependencies, session, viewer }) {
      const user = await dependencies.ledger.userById(session.userId);
      const { screenName = "", name = "", email = "" } = user ?? {};
      const query = queryOf(incoming);
      const unverified = email !== "" && user?.emailVerified === false;
      return pageReply(
        profilePage({
          viewer,
          userId: session.userId,
          profile: { screenName, name, email },
          seen: profileSeen({ screenName, name, email }),
          saved: query.has("saved"),
          sent: query.has("sent") && unverified,
          ...(unverified && {
            unverified: dependencies.mail === undefined ? "withoutMail" : "withMail",
            distrusted: user?.emailDistrusted === true,
          }),
        }),
      );
    },

    changes: {
      "": {
        sensitive: true,
        // A mailbox can reset the password, and a new screen name locks out the user who signs in with it.
        onlyIf: ({ moves, renames }) => moves || renames,
        read,
        ask: (call, reauthentication, draft) => showForm(call, draft, { reauthentication }),
        run: (call, draft) => (draft.sendsLink ? sendAgain(call) : save(call, draft)),
      },
    },
  }),
});

async function read(call: ViewerCall, form: Form): Promise<Draft | EarlyReply> {
  const wanted = {
    screenName: typedScreenName(form),
    name: typedText(form.get("name")),
    email: form.get("email")?.trim() ?? "",
  };
  const user = await call.dependencies.ledger.userById(call.session.userId);
  const seen = form.get(seenField) ?? (user ? profileSeen(user) : "");
  const leavesName = wasLeft(form, 0, wanted.name);
  const draft = {
    user,
    wanted,
    seen,
    isNamed: wanted.name !== user?.name && !leavesName,
    moves: user?.email !== wanted.email,
    renames: foldScreenName(user?.screenName ?? "") !== foldScreenName(wanted.screenName),
    sendsLink: false,
  };
  if (form.has("send_link")) return { ...draft, moves: false, renames: false, sendsLink: true };
  const problems = profileProblems(wanted);
  if (problems.length > 0) return new EarlyReply(rejected(call, draft, ...problems));
  const changes = draft.moves || user?.screenName !== wanted.screenName;
  if (user && changes && isOutdated(form, profileSeen(user))) {
    return new EarlyReply(changedSince(call, user, leavesName ? user.name : wanted.name));
  }
  return draft;
}

/** Returns undefined if the profile has changed since the form was read. */
async function save(call: Changing<ViewerCall>, draft: Draft): Promise<Reply | undefined> {
  const { user, wanted, isNamed, moves, renames } = draft;
  const { screenName, name, email } = wanted;
  const { dependencies, session, auditContext } = call;
  if (moves) await countChange("account-changes", call);
  else if (screenName !== user?.screenName || isNamed) await countChange("profile-changes", call);
  if (renames) await countScreenNameAsked(call);
  const outcome = await dependencies.ledger.changeProfile(
    {
      userId: session.userId,
      ...(user && { seen: user }),
      screenName,
      ...(isNamed && { name }),
      ...(moves && { email }),
    },
    auditContext,
  );
  if (outcome === "screen-name-taken") return rejected(call, draft, "taken");
  if (outcome === "too-many-names") return rejected(call, draft, outcome);
  if (outcome === "changed-since") return undefined;
  const moved = { id: session.userId, screenName, email };
  const { sent } = moves ? await sendEmailLink(call, moved, auditContext) : { sent: false };
  return seeOther(`/account/profile?saved${sent ? "&sent" : ""}`);
}

function rejected(
  call: ViewerCall,
  draft: Draft,
  ...problems: NonNullable<ProfileForm["problems"]>
): Reply {
  return { ...showForm(call, draft, { problems }), status: 422 };
}

function showForm(
  { viewer, session: { userId } }: ViewerCall,
  { wanted: profile, seen }: Draft,
  more: Pick<ProfileForm, "problems" | "reauthentication">,
): Reply {
  return pageReply(profilePage({ viewer, userId, profile, seen, ...more }));
}

async function sendAgain(call: Changing<ViewerCall>): Promise<Reply> {
  const user = await call.dependencies.ledger.userById(call.session.userId);
  if (user === undefined || user.emailVerified) return seeOther("/account/profile");
  const { sent, beyond } = await sendEmailLink(call, user, call.auditContext);
  if (beyond !== undefined) throw new RequestError("rateLimited", beyond);
  return seeOther(`/account/profile${sent ? "?sent" : ""}`);
}

/** Together these values identify the account or reach its owner. */
function profileSeen({ screenName, name, email }: Profile): string {
  return seenMark([screenName, email], [name]);
}

function changedSince({ viewer }: ViewerCall, user: User, name: string): Reply {
  const { id, screenName, email } = user;
  const page = profilePage({
    viewer,
    userId: id,
    profile: { screenName, name, email },
    seen: profileSeen(user),
    problems: ["changed-since"],
  });
  return pageReply(page, { status: 409 });
}
