import { browser, setKnownBrowser, setSession } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { requesterOf } from "../../authentication/requester.ts";
import { mintSessionId, tokenDigest } from "../../domain/credentials.ts";
import { withProof } from "../../domain/proofs.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { passwordChanged } from "../../events.ts";
import { csrf } from "../../pages/form-fields.ts";
import { checkOwnPassword, forSignedIn, type PersonCall, unopened } from "../../pages/signed-in.ts";
import { newPasswordProblem } from "../../passwords/new-password.ts";
import { type PasswordForm, passwordPage } from "../../views/account/password.ts";
import { passwordChangedLetter } from "../../views/letters.ts";

/** docs/reference/interface.md §14. */
export const password = endpoint({
  name: "account/password",
  paths: ["/account/password"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Changes the password, which ends every other session",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "current_password", required: true, meaning: "The present password." },
    { name: "new_password", required: true, meaning: "The one to come." },
  ],
  produces: "page",
  operation: forSignedIn({
    show({ person, incoming }) {
      return shown({ person, changed: queryOf(incoming).has("changed") });
    },

    async change(call, form) {
      const { incoming, dependencies, session, person } = call;
      const wanted = form.get("new_password") ?? "";
      const user = await dependencies.ledger.userById(session.userId);
      const { screenName = "", name = "", email = "" } = user ?? {};
      const { serviceName } = call.frame;
      const problem = await newPasswordProblem(wanted, { screenName, name, email, serviceName });
      if (problem !== undefined) {
        return shown({ person, problem }, { status: 422 });
      }
      const checked = await checkOwnPassword(call, form.get("current_password") ?? "");
      if (checked.result !== "right") {
        const { minutes, ...answer } = unopened(checked);
        return shown({ person, problem: checked.result, minutes }, answer);
      }
      const by = requesterOf(incoming, session.userId);
      const hash = await dependencies.passwords.hash(wanted, by);
      const reply = await changeTo(call, hash, checked.passwordHash);
      if (reply.status === 303 && email !== "") {
        dependencies.mail?.send(passwordChangedLetter(call.frame, { to: email, screenName }), by);
      }
      return reply;
    },
  }),
});

function shown(page: PasswordForm, answer: Parameters<typeof pageReply>[1] = {}): Reply {
  return pageReply(passwordPage(page), { ...answer });
}

async function changeTo(call: PersonCall, to: string, from: string): Promise<Reply> {
  const { incoming, dependencies, session, person, auditContext, now } = call;
  const sessionId = mintSessionId(dependencies.random);
  const opened = {
    digest: tokenDigest(sessionId),
    replaces: session.digest,
    userId: session.userId,
    proofs: withProof(session.proofs, { kind: "password", at: now }),
    signedInFor: undefined,
    userAgent: (incoming.headers["user-agent"] ?? "").slice(0, 300),
    address: incoming.address,
    now,
  };
  const changed = await dependencies.ledger.changePassword(
    { from, to, session: opened },
    passwordChanged(auditContext, session.userId),
  );
  // Somebody else was faster, so what was typed is no longer the password.
  if (!changed) return shown({ person, problem: "wrong" }, { status: 422 });
  return seeOther("/account/password?changed", [
    setSession(sessionId, dependencies),
    setKnownBrowser(incoming, { userId: session.userId, passwordHash: to }, dependencies),
  ]);
}
