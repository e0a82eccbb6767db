import { setKnownBrowser } from "../../authentication/browser-session.ts";
import { queryOf, requesterOf } from "../../authentication/incoming.ts";
import { callbackSources } from "../../domain/callback.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import { withProof } from "../../domain/proofs.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { type Changing, EarlyReply } from "../../pages/change.ts";
import { countChange } from "../../pages/count-change.ts";
import { continueField } from "../../pages/form-fields.ts";
import { isOwnPage } from "../../pages/own-page.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import type { Form, PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { whoAsks } from "../../pages/who-asks.ts";
import { newPasswordProblem } from "../../passwords/new-password.ts";
import { newPasswordProblems } from "../../passwords/password-problem.ts";
import { nextSession } from "../../sign-in/next-session.ts";
import { requestTokenIn } from "../../sign-in/open-session.ts";
import { noPasswordPage, type PasswordForm, passwordPage } from "../../views/account/password.ts";

/** docs/reference/interface.md §14. */
export const password = endpoint({
  name: "account/password",
  paths: ["/account/password"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Changes the password, which ends every other session",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      { name: "current_password", required: true, secret: true, meaning: "The present password." },
      { name: "new_password", required: true, secret: true, meaning: "The one to come." },
      continueField,
    ],
    async show(call) {
      if (!(await hasPassword(call))) return pageReply(noPasswordPage(call.person));
      const { incoming } = call;
      const asked = queryOf(incoming);
      const weak = newPasswordProblems.find((one) => one === asked.get("weak"));
      const continueTo = ownPage(asked.get("continue"));
      return shown(call, { changed: asked.has("changed"), weak, continueTo });
    },
    changes: {
      "": {
        sensitive: "password",
        read: readNewPassword,
        ask: (call, unproven, { continueTo }) => shown(call, { ...unproven, continueTo }),
        run: changePassword,
      },
    },
  }),
});

type NewPassword = { readonly wanted: string; readonly continueTo: string | undefined };

async function readNewPassword(call: PersonCall, form: Form): Promise<NewPassword | EarlyReply> {
  if (!(await hasPassword(call))) {
    return new EarlyReply(pageReply(noPasswordPage(call.person), { status: 403 }));
  }
  const { dependencies, session } = call;
  const continueTo = ownPage(form.get("continue"));
  const wanted = form.get("new_password") ?? "";
  const user = await dependencies.ledger.userById(session.userId);
  const { screenName = "", name = "", email = "" } = user ?? {};
  const { serviceName } = call.frame;
  const problem = await newPasswordProblem(wanted, { screenName, name, email, serviceName });
  if (problem === undefined) return { wanted, continueTo };
  return new EarlyReply(shown(call, { problem, continueTo }, 422));
}

async function hasPassword({ session, dependencies }: PersonCall): Promise<boolean> {
  return (await ownWaysIn(session, dependencies)).password;
}

/** The form may lead to an application, so the page's policy includes its callback. */
async function shown(
  { person, dependencies }: PersonCall,
  page: Omit<PasswordForm, "person">,
  status = 200,
): Promise<Reply> {
  const asking = await whoAsks(requestTokenIn(page.continueTo ?? ""), dependencies);
  const formAction = asking && { formAction: callbackSources(asking.callback) };
  return pageReply(passwordPage({ person, ...page }), { status, ...formAction });
}

/** The user continues here if a sign-in led them to this page. */
function ownPage(continueTo: string | null | undefined): string | undefined {
  return continueTo != null && isOwnPage(continueTo) ? continueTo : undefined;
}

async function changePassword(
  call: Changing<PersonCall>,
  { wanted, continueTo }: NewPassword,
  from: PasswordHash | undefined,
): Promise<Reply> {
  const { incoming, dependencies, session, auditContext, now } = call;
  if (from === undefined) return pageReply(noPasswordPage(call.person), { status: 403 });
  await countChange("account-changes", call);
  const to = await dependencies.passwords.hash(wanted, requesterOf(incoming, session.userId));
  const typed = { kind: "password", at: now } as const;
  const next = await nextSession(call, (proofs) => withProof(proofs, typed));
  const changed = await dependencies.ledger.changePassword(
    { from, to, session: next.session },
    auditContext,
  );
  // Another request changed the password meanwhile.
  if (!changed) return shown(call, { problem: "wrong", continueTo }, 422);
  return seeOther(continueTo ?? "/account/password?changed", [
    next.cookie,
    setKnownBrowser(incoming, { userId: session.userId, passwordHash: to }, dependencies),
  ]);
}
