import { browser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { Refusal } from "../../domain/refusals.ts";
import { type Profile, profileProblem } from "../../domain/user.ts";
import { profileChanged } from "../../events.ts";
import { type ProfileForm, profilePage } from "../../views/account/profile.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../endpoint.ts";
import { confirmingPassword, csrf } from "../form-fields.ts";
import { sendEmailLink } from "../send-email-link.ts";
import { forSignedIn, type PersonCall, proveRecent } from "../signed-in.ts";

/** docs/reference/interface.md §14. */
export const profile = endpoint({
  name: "account/profile",
  paths: ["/account/profile"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Shows and changes name, screen name and e-mail address",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "name", required: false, meaning: "The name, up to 50 characters." },
    { name: "screen_name", required: true, meaning: "The screen name." },
    { name: "email", required: false, meaning: "The e-mail address." },
    confirmingPassword,
    {
      name: "send_link",
      required: false,
      meaning: "Changes nothing: mails a link that proves the address once more.",
    },
  ],
  answers: "page",
  operation: forSignedIn({
    async show({ incoming, surroundings, session, person }) {
      const user = await surroundings.ledger.userById(session.userId);
      const { screenName = "", name = "", email = "" } = user ?? {};
      const query = queryOf(incoming);
      const unproven = email !== "" && user?.emailProven === false;
      return pageReply(
        profilePage({
          person,
          userId: session.userId,
          profile: { screenName, name, email },
          saved: query.has("saved"),
          sent: query.has("sent") && unproven,
          ...(unproven && {
            unconfirmed: surroundings.mail === undefined ? "withoutMail" : "withMail",
          }),
        }),
      );
    },

    async change(call, form) {
      if (form.has("send_link")) return sendAgain(call);
      const wanted = {
        screenName: form.get("screen_name")?.trim() ?? "",
        name: form.get("name")?.trim() ?? "",
        email: form.get("email")?.trim() ?? "",
      };
      const problem = profileProblem(wanted);
      if (problem !== undefined) return askAgain(call, wanted, problem);
      const { surroundings, session, occasion } = call;
      const user = await surroundings.ledger.userById(session.userId);
      // Whoever has the address can have the password, by a link to it.
      const moves = user?.email !== wanted.email;
      const unproven = moves ? await proveRecent(call, form) : undefined;
      if (unproven !== undefined) {
        const { problem, minutes, ...answer } = unproven;
        const page = profilePage({
          person: call.person,
          userId: session.userId,
          profile: wanted,
          unproven: { problem, minutes },
        });
        return pageReply(page, answer);
      }
      const { screenName, name, email } = wanted;
      const outcome = await surroundings.ledger.changeProfile(
        // One that was not to change is not written: the person may be changing it in this very moment.
        { userId: session.userId, screenName, name, ...(moves && { email }) },
        profileChanged(occasion, session.userId),
      );
      if (outcome === "screen-name-taken") return askAgain(call, wanted, "taken");
      const moved = { id: session.userId, screenName, email };
      const { sent } = moves ? await sendEmailLink(call, moved, occasion) : { sent: false };
      return seeOther(`/account/profile?saved${sent ? "&sent" : ""}`);
    },
  }),
});

async function sendAgain(call: PersonCall): Promise<Reply> {
  const user = await call.surroundings.ledger.userById(call.session.userId);
  if (user === undefined || user.emailProven) return seeOther("/account/profile");
  const { sent, beyond } = await sendEmailLink(call, user, call.occasion);
  if (beyond !== undefined) throw new Refusal("rateLimited", beyond);
  return seeOther(`/account/profile${sent ? "?sent" : ""}`);
}

function askAgain(
  { person, session }: PersonCall,
  profile: Profile,
  problem: NonNullable<ProfileForm["problem"]>,
) {
  return pageReply(profilePage({ person, userId: session.userId, profile, problem }), {
    status: 422,
  });
}
