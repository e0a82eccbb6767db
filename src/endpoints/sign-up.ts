import { type Browser, browser } from "../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../authentication/csrf.ts";
import { formOf, queryOf } from "../authentication/incoming.ts";
import { networkOf } from "../domain/address.ts";
import { mintUserId, type TokenDigest, tokenDigest } from "../domain/credentials.ts";
import { Refusal } from "../domain/refusals.ts";
import { type NewUser, type Profile, profileProblem } from "../domain/user.ts";
import { byUser, userCreated } from "../events.ts";
import { newPasswordProblem } from "../passwords/new-password.ts";
import { errorPage } from "../views/error.ts";
import { noSignUpPage, type SignUpForm, type SignUpProblem, signUpPage } from "../views/sign-up.ts";
import { counted } from "./counted.ts";
import { type Call, endpoint, pageReply, type Reply, seeOther } from "./endpoint.ts";
import { csrf } from "./form-fields.ts";
import { openSession } from "./open-session.ts";
import { isOwnPage } from "./own-page.ts";
import { sendEmailLink } from "./send-email-link.ts";
import { signUpWay } from "./ways-in.ts";

/**
 * docs/reference/interface.md §17. That a screen name is taken cannot be kept from whoever wants it,
 * so how often that can be asked is limited.
 */
export const signUp = endpoint({
  name: "sign-up",
  paths: ["/sign-up"],
  methods: ["GET", "POST"],
  section: "17",
  summary: "Makes an account and signs the person in",
  caller: browser,
  limit: "account-pages",
  reads: [{ name: "invitation", required: false, meaning: "The secret of an invitation." }],
  fields: [
    csrf,
    { name: "continue", required: false, meaning: "The page to go on to." },
    { name: "invitation", required: false, meaning: "The secret of an invitation." },
    { name: "screen_name", required: true, meaning: "1 to 15 letters, digits or underscores." },
    { name: "name", required: false, meaning: "The name that people read." },
    { name: "email", required: false, meaning: "An e-mail address." },
    { name: "new_password", required: true, meaning: "The password." },
  ],
  answers: "page",
  async operation(call) {
    const { incoming, caller, surroundings, frame } = call;
    const posted = incoming.method === "POST";
    const form = formOf(incoming);
    const sent = posted ? form : queryOf(incoming);
    const continueTo = sent.get("continue") ?? "/account";
    if (!isOwnPage(continueTo)) {
      return pageReply(errorPage({ frame, status: 400, kind: "bad-request" }), { status: 400 });
    }
    if (posted && !formIsOurs(incoming, form.get("csrf"), caller.sessionId, surroundings)) {
      return pageReply(errorPage({ frame, status: 403, kind: "forbidden-form" }), { status: 403 });
    }
    if (!posted && caller.session !== undefined) return seeOther(continueTo);
    const way = await wayFor(sent.get("invitation") ?? undefined, call);
    if (typeof way === "string") return pageReply(noSignUpPage(frame, way), { status: 403 });
    const asking: SignUpForm = {
      frame,
      csrf: csrfToken(caller.sessionId, surroundings),
      continueTo,
      profile: { screenName: "", name: "", email: "" },
      ...(way.link && { link: way.link }),
    };
    if (!posted) return pageReply(signUpPage(asking), { cookies: caller.cookies });
    const tries = await counted("sign-up", networkOf(incoming.address), surroundings);
    if (!tries.admitted) throw new Refusal("rateLimited", tries);
    const profile = profileIn(form);
    const password = form.get("new_password") ?? "";
    const problem = await problemWith(profile, password, call);
    if (problem !== undefined) return askAgain({ ...asking, profile }, problem);
    return make(call, { ...asking, profile }, password);
  },
});

type Link = NonNullable<SignUpForm["link"]>;

/** A link that is alive opens the form, an operator's always; otherwise why it stays closed. */
async function wayFor(
  secret: string | undefined,
  { surroundings }: Call<Browser>,
): Promise<{ readonly link?: Link } | "closed" | "byInvitation" | "gone"> {
  const { ledger, clock } = surroundings;
  const way = await signUpWay(surroundings);
  const purposes =
    way === "closed" ? (["operator"] as const) : (["invitation", "operator"] as const);
  for (const purpose of secret === undefined ? [] : purposes) {
    const digest = tokenDigest(secret ?? "");
    const link = await ledger.linkFor({ digest, purpose }, clock());
    if (link !== undefined) return { link: { secret: secret ?? "", purpose } };
  }
  if (way === "open") return {};
  if (way === "closed") return "closed";
  return secret === undefined ? "byInvitation" : "gone";
}

function profileIn(form: ReadonlyMap<string, string>): Profile {
  return {
    screenName: form.get("screen_name")?.trim() ?? "",
    name: form.get("name")?.trim() ?? "",
    email: form.get("email")?.trim() ?? "",
  };
}

/** What is wrong is found before the password is hashed, which costs. */
async function problemWith(
  profile: Profile,
  password: string,
  { surroundings: { ledger } }: Call<Browser>,
): Promise<SignUpProblem | undefined> {
  const problem = profileProblem(profile) ?? (await newPasswordProblem(password, profile));
  if (problem !== undefined) return problem;
  return (await ledger.userByScreenName(profile.screenName)) && "taken";
}

async function make(call: Call<Browser>, asking: SignUpForm, password: string): Promise<Reply> {
  const { incoming, surroundings, frame } = call;
  const { ledger, passwords, clock, random } = surroundings;
  const passwordHash = await passwords.hash(password);
  const now = clock();
  const user: NewUser = { id: mintUserId(random), ...asking.profile, passwordHash, now };
  const event = userCreated(byUser(user.id, now, incoming.address), user.id);
  const outcome = await (asking.link === undefined
    ? ledger.createUser(user, event)
    : ledger.createUserByLink(keyOf(asking.link), user, event));
  switch (outcome) {
    case "created": {
      await sendEmailLink(call, user, byUser(user.id, now, incoming.address));
      const opened = await openSession(call, { userId: user.id, passwordHash }, asking.continueTo);
      return opened ?? seeOther("/sign-in");
    }
    case "screen-name-taken":
      return askAgain(asking, "taken");
    case "gone":
      return pageReply(noSignUpPage(frame, "gone"), { status: 403 });
  }
}

function keyOf({ secret, purpose }: Link): { digest: TokenDigest; purpose: Link["purpose"] } {
  return { digest: tokenDigest(secret), purpose };
}

function askAgain(asking: SignUpForm, problem: SignUpProblem): Reply {
  return pageReply(signUpPage({ ...asking, problem }), { status: 422 });
}
