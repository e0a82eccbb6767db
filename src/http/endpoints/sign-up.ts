import { type Browser, browser } from "../../accounts/browser-session.ts";
import { csrfToken, formIsOurs } from "../../accounts/csrf.ts";
import { openSession } from "../../accounts/open-session.ts";
import { networkOf } from "../../domain/address.ts";
import { byUser } from "../../domain/audit-context.ts";
import { mintUserId, type TokenDigest, tokenDigest } from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { usualTerms } from "../../domain/invitation.ts";
import type { StoredLink } from "../../domain/one-time-link.ts";
import { isSignUpWay } from "../../domain/operating.ts";
import { typedText } from "../../domain/typed-text.ts";
import { type NewUser, type Profile, profileProblems, screenNameForm } from "../../domain/user.ts";
import { passwordsOffPage } from "../../pages/views/passwords-off.ts";
import {
  noSignUpPage,
  type SignUpForm,
  type SignUpProblem,
  signUpPage,
} from "../../pages/views/sign-up.ts";
import { newPasswordProblem } from "../../tools/passwords/new-password.ts";
import { formOf, queryOf, requesterOf } from "../../verification/authentication/incoming.ts";
import { countTry } from "../../verification/rate-limits/count-try.ts";
import { errorReply } from "../browser/error-pages.ts";
import { continueField, csrf, typedScreenName } from "../browser/form-fields.ts";
import { anywhere, isOwnPage, landing, leadsToApplication } from "../browser/own-page.ts";
import { sendEmailLink } from "../browser/send-email-link.ts";
import { type Call, endpoint, pageReply, type Reply, seeOther } from "../operation/endpoint.ts";

/** docs/reference/interface.md §17. Tries are limited, because the response reveals whether a screen name is taken. */
export const signUp = endpoint({
  name: "sign-up",
  paths: ["/sign-up"],
  methods: ["GET", "POST"],
  section: "17",
  summary: "Creates an account and signs the user in",
  caller: browser,
  limit: "account-pages",
  reads: [{ name: "invitation", required: false, meaning: "The secret of an invitation." }],
  fields: [
    csrf,
    continueField,
    { name: "invitation", required: false, meaning: "The secret of an invitation." },
    { name: "screen_name", required: true, meaning: `${screenNameForm}.` },
    { name: "name", required: false, meaning: "The name that other users see." },
    { name: "email", required: false, meaning: "An email address." },
    { name: "new_password", required: true, secret: true, meaning: "The password." },
  ],
  produces: "page",
  async operation(call) {
    const { incoming, caller, dependencies, frame } = call;
    const posted = incoming.method === "POST";
    const form = formOf(incoming);
    const sent = posted ? form : queryOf(incoming);
    const continueTo = sent.get("continue") ?? anywhere;
    if (!isOwnPage(continueTo)) return errorReply(frame, "bad-request");
    if (posted && !formIsOurs(call, form)) return errorReply(frame, "forbidden-form");
    const signedIn = caller.session ?? caller.settingUp;
    if (!posted && signedIn !== undefined) {
      return seeOther(landing(continueTo, { isAdmin: signedIn.userIsAdmin }));
    }
    if (dependencies.config.signInMethods !== "all") {
      return pageReply(passwordsOffPage(frame), { status: 403 });
    }
    const way = await wayFor(sent.get("invitation") ?? undefined, call);
    if (typeof way === "string") return pageReply(noSignUpPage(frame, way), { status: 403 });
    const asking: SignUpForm = {
      frame,
      csrf: csrfToken(caller.sessionId, dependencies),
      continueTo,
      profile: { screenName: "", name: "", email: way.link?.mailedTo ?? "" },
      ...(way.link && { link: way.link }),
    };
    if (!posted) {
      const formsLeaveSite = leadsToApplication(continueTo);
      return pageReply(signUpPage(asking), { cookies: caller.cookies, formsLeaveSite });
    }
    const tries = await countTry("sign-up", networkOf(incoming.address), dependencies);
    if (!tries.admitted) throw new RequestError("rateLimited", tries);
    const profile = profileIn(form);
    const problems = await problemsWith(profile, form.get("new_password"), call);
    if (problems.length > 0) return askAgain({ ...asking, profile }, problems);
    const made = await make(call, { ...asking, profile }, form.get("new_password") ?? "", way.seen);
    if (made !== "sign-up-changed") return made;
    // The setting changed while the password was hashed.
    const now = await wayFor(sent.get("invitation") ?? undefined, call);
    if (typeof now === "string") return pageReply(noSignUpPage(frame, now), { status: 403 });
    throw new RequestError("overCapacity");
  },
});

type Link = NonNullable<SignUpForm["link"]>;
/** `seen` is the stored setting that allows the sign-up, `null` if it was never set. */
type Way = { readonly link?: Link; readonly seen: string | null };

/**
 * A valid link opens the form, an administrator's under every setting. Otherwise the result explains
 * why the form stays closed.
 */
async function wayFor(
  secret: string | undefined,
  { dependencies }: Call<Browser>,
): Promise<Way | "closed" | "byInvitation" | "gone"> {
  const { ledger, config, clock } = dependencies;
  const set = await ledger.setting("sign-up");
  const way = isSignUpWay(set) ? set : config.signUp;
  const seen = set ?? null;
  const purposes = way === "closed" ? (["admin"] as const) : (["invitation", "admin"] as const);
  for (const purpose of secret === undefined ? [] : purposes) {
    const digest = tokenDigest(secret ?? "");
    const link = await ledger.linkFor({ digest, purpose }, clock());
    if (link !== undefined)
      return { seen, link: { secret: secret ?? "", purpose, ...shownOf(link) } };
  }
  if (way === "open") return { seen };
  if (way === "closed") return "closed";
  return secret === undefined ? "byInvitation" : "gone";
}

function shownOf({ mailedTo, inviter, terms = usualTerms }: StoredLink) {
  return { mailedTo, inviter, terms };
}

function profileIn(form: ReadonlyMap<string, string>): Profile {
  return {
    screenName: typedScreenName(form),
    name: typedText(form.get("name")),
    email: form.get("email")?.trim() ?? "",
  };
}

/** Hashing is expensive, so all problems are found first. */
async function problemsWith(
  profile: Profile,
  password: string | undefined,
  { dependencies: { ledger }, frame: { serviceName } }: Call<Browser>,
): Promise<readonly SignUpProblem[]> {
  const { screenName, name, email } = profile;
  const problems: SignUpProblem[] = [...profileProblems(profile)];
  const isWrong = (problem: SignUpProblem) => problems.includes(problem);
  if (!isWrong("screen-name") && (await ledger.userByScreenName(screenName)))
    problems.push("taken");
  // The form was only sent again to change its language, without a password.
  if (password === undefined && problems.length > 0) return problems;
  const passwordProblem = await newPasswordProblem(password ?? "", {
    // An invalid value may be long, and the password is compared with all of it.
    screenName: isWrong("screen-name") ? "" : screenName,
    name: isWrong("name") ? "" : name,
    email: isWrong("email") ? "" : email,
    serviceName,
  });
  return passwordProblem === undefined ? problems : [...problems, passwordProblem];
}

async function make(
  call: Call<Browser>,
  asking: SignUpForm,
  password: string,
  seen: string | null,
): Promise<Reply | "sign-up-changed"> {
  const { incoming, dependencies, frame } = call;
  const { ledger, passwords, clock, random } = dependencies;
  const passwordHash = await passwords.hash(password, requesterOf(incoming));
  const now = clock();
  const user: NewUser = {
    id: mintUserId(random),
    ...asking.profile,
    passwordHash,
    now,
    // Only someone who reads the mailbox has the link.
    emailVerified: asking.link?.mailedTo === asking.profile.email,
    // The first administrator's link works under every setting.
    ...(asking.link?.purpose !== "admin" && { signUpSeen: seen }),
  };
  const by = byUser(user.id, now, incoming.address);
  const outcome = await (asking.link === undefined
    ? ledger.createUser(user, by)
    : ledger.createUserByLink(keyOf(asking.link), user, by));
  switch (outcome) {
    case "created": {
      if (!user.emailVerified)
        await sendEmailLink(call, user, byUser(user.id, now, incoming.address));
      const { purpose, terms = usualTerms } = asking.link ?? {};
      const isAdmin = purpose === "admin" || terms.role === "admin";
      const wanted = asking.continueTo === anywhere ? pageUrls[terms.page] : asking.continueTo;
      const goOn = purpose === "admin" ? "/admin" : landing(wanted, { isAdmin });
      const holder = { userId: user.id, passwordHash };
      const opened = await openSession(call, holder, { continueTo: goOn });
      if (opened === undefined) return seeOther("/sign-in");
      return seeOther(opened.location, opened.cookies);
    }
    case "screen-name-taken":
      return askAgain(asking, ["taken"]);
    case "sign-up-changed":
      return outcome;
    case "gone":
      return pageReply(noSignUpPage(frame, "gone"), { status: 403 });
  }
}

const pageUrls = { home: anywhere, portal: "/portal", account: "/account" } as const;

function keyOf({ secret, purpose }: Link): { digest: TokenDigest; purpose: Link["purpose"] } {
  return { digest: tokenDigest(secret), purpose };
}

function askAgain(asking: SignUpForm, problems: readonly SignUpProblem[]): Reply {
  const formsLeaveSite = leadsToApplication(asking.continueTo);
  return pageReply(signUpPage({ ...asking, problems }), { status: 422, formsLeaveSite });
}
