import {
  type Browser,
  browser,
  setKnownBrowser,
  setSession,
} from "../authentication/browser-session.ts";
import { csrfToken, formIsOurs } from "../authentication/csrf.ts";
import { formOf, queryOf } from "../authentication/incoming.ts";
import { mintSessionId, type RequestToken, tokenDigest } from "../domain/credentials.ts";
import { refusals } from "../domain/refusals.ts";
import type { User } from "../domain/user.ts";
import { byUser, signedIn } from "../events.ts";
import type { SignInProblem } from "../languages/texts.ts";
import { errorPage } from "../views/error.ts";
import { signInPage } from "../views/sign-in.ts";
import { checkPassword } from "./check-password.ts";
import { type Call, endpoint, pageReply, type Reply, seeOther } from "./endpoint.ts";

/** docs/reference/interface.md §3 and §14. Where the sign-in form of any page is sent; by itself it leads to the account. */
export const signIn = endpoint({
  name: "sign-in",
  paths: ["/sign-in"],
  methods: ["GET", "POST"],
  section: "3",
  summary: "Signs a person in and goes on to the page that asked for it",
  caller: browser,
  limit: undefined,
  reads: [],
  answers: "page",
  async operation(call) {
    const { incoming, caller, surroundings, frame } = call;
    const form = formOf(incoming);
    const asked =
      incoming.method === "POST" ? form.get("continue") : queryOf(incoming).get("continue");
    const continueTo = asked ?? "/account";
    if (!isOwnPage(continueTo)) {
      return pageReply(errorPage({ frame, status: 400, kind: "bad-request" }), { status: 400 });
    }
    if (incoming.method === "GET") {
      return caller.session === undefined ? ask(call, continueTo) : seeOther(continueTo);
    }
    if (!formIsOurs(incoming, form.get("csrf"), caller.sessionId, surroundings)) {
      return askAgain(call, "stale-form", 403);
    }
    const username = form.get("username") ?? "";
    const outcome = await checkPassword(call, username, form.get("password") ?? "");
    switch (outcome.result) {
      case "wrong":
        return askAgain(call, "wrong", 422);
      case "too-many":
        return askAgain(call, "too-many", 429, outcome.retryAfterSeconds);
      case "busy":
        return askAgain(call, "busy", 503, refusals.overCapacity.retryAfterSeconds);
      case "right":
        return outcome.user.suspendedBecause === undefined
          ? openSession(call, outcome.user, continueTo)
          : askAgain(call, "suspended", 403);
    }
  },
});

/** Only pages of ours that ask for sign-in: whatever else a form was altered to name is refused. */
function isOwnPage(address: string): boolean {
  return (
    /^\/(?:oauth\/(?:authorize|authenticate)\?[\x21-\x7e]*|account(?:\/[a-z]+)?)$/.test(address) &&
    !address.includes("\\")
  );
}

async function openSession(call: Call<Browser>, user: User, continueTo: string): Promise<Reply> {
  const { incoming, caller, surroundings } = call;
  const { ledger, clock, random } = surroundings;
  const sessionId = mintSessionId(random);
  const now = clock();
  await ledger.openSession(
    {
      digest: tokenDigest(sessionId),
      replaces: caller.session?.digest,
      userId: user.id,
      signedInFor: requestTokenIn(continueTo),
      userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
      address: incoming.address,
      now,
    },
    signedIn(byUser(user.id, now, incoming.address), user.id),
  );
  return seeOther(continueTo, [
    setSession(sessionId, surroundings),
    setKnownBrowser(user.id, surroundings),
  ]);
}

async function ask(call: Call<Browser>, continueTo: string): Promise<Reply> {
  const { caller, surroundings, frame } = call;
  const applicationName = await applicationIn(continueTo, call);
  const page = signInPage({
    frame,
    action: "/sign-in",
    csrf: csrfToken(caller.sessionId, surroundings),
    continueTo,
    ...(applicationName !== undefined && { applicationName }),
    username: "",
  });
  return pageReply(page, { cookies: caller.cookies });
}

async function askAgain(
  call: Call<Browser>,
  problem: SignInProblem,
  status: number,
  retryAfterSeconds?: number,
): Promise<Reply> {
  const { incoming, caller, surroundings, frame } = call;
  const form = formOf(incoming);
  const continueTo = form.get("continue") ?? "/account";
  const applicationName = await applicationIn(continueTo, call);
  const page = signInPage({
    frame,
    action: "/sign-in",
    csrf: csrfToken(caller.sessionId, surroundings),
    continueTo,
    ...(applicationName !== undefined && { applicationName }),
    username: form.get("username") ?? "",
    problem,
    ...(retryAfterSeconds !== undefined && { minutes: Math.ceil(retryAfterSeconds / 60) }),
  });
  return pageReply(page, {
    status,
    cookies: caller.cookies,
    ...(retryAfterSeconds !== undefined && {
      headers: { "retry-after": String(retryAfterSeconds) },
    }),
  });
}

async function applicationIn(
  continueTo: string,
  { surroundings: { ledger, clock } }: Call<Browser>,
): Promise<string | undefined> {
  const requestToken = await ledger.requestToken(requestTokenIn(continueTo) ?? "", clock());
  return requestToken && (await ledger.applicationById(requestToken.applicationId))?.name;
}

function requestTokenIn(continueTo: string): RequestToken | undefined {
  const query = new URLSearchParams(continueTo.slice(continueTo.indexOf("?")));
  return (query.get("oauth_token") as RequestToken | null) ?? undefined;
}
