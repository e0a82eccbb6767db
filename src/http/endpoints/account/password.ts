import { setKnownBrowser } from "../../../accounts/browser-session.ts";
import { nextSession } from "../../../accounts/next-session.ts";
import { withAuthEvent } from "../../../domain/auth-events.ts";
import type { PasswordHash } from "../../../domain/credentials.ts";
import {
  noPasswordPage,
  type PasswordForm,
  passwordPage,
} from "../../../pages/views/account/password.ts";
import { newPasswordProblem } from "../../../tools/passwords/new-password.ts";
import { newPasswordProblems } from "../../../tools/passwords/password-problem.ts";
import { queryOf, requesterOf } from "../../../verification/authentication/incoming.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { countChange } from "../../browser/count-change.ts";
import { continueField } from "../../browser/form-fields.ts";
import { isOwnPage, leadsToApplication } from "../../browser/own-page.ts";
import { ownSignInMethods } from "../../browser/own-sign-in-methods.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../operation/endpoint.ts";

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
      { name: "current_password", required: true, secret: true, meaning: "The current password." },
      { name: "new_password", required: true, secret: true, meaning: "The new password." },
      continueField,
    ],
    async show(call) {
      if (!(await hasPassword(call))) return pageReply(noPasswordPage(call.viewer));
      const { incoming } = call;
      const asked = queryOf(incoming);
      const weak = newPasswordProblems.find((one) => one === asked.get("weak"));
      const continueTo = ownPage(asked.get("continue"));
      return showForm(call, { changed: asked.has("changed"), weak, continueTo });
    },
    changes: {
      "": {
        sensitive: "password",
        read: readNewPassword,
        ask: (call, reauthentication, { continueTo }) =>
          showForm(call, { ...reauthentication, continueTo }),
        run: changePassword,
      },
    },
  }),
});

type NewPassword = { readonly wanted: string; readonly continueTo: string | undefined };

async function readNewPassword(call: ViewerCall, form: Form): Promise<NewPassword | EarlyReply> {
  if (!(await hasPassword(call))) {
    return new EarlyReply(pageReply(noPasswordPage(call.viewer), { status: 403 }));
  }
  const { dependencies, session } = call;
  const continueTo = ownPage(form.get("continue"));
  const wanted = form.get("new_password") ?? "";
  const user = await dependencies.ledger.userById(session.userId);
  const { screenName = "", name = "", email = "" } = user ?? {};
  const { serviceName } = call.frame;
  const problem = await newPasswordProblem(wanted, { screenName, name, email, serviceName });
  if (problem === undefined) return { wanted, continueTo };
  return new EarlyReply(showForm(call, { problem, continueTo }, 422));
}

async function hasPassword({ session, dependencies }: ViewerCall): Promise<boolean> {
  return (await ownSignInMethods(session, dependencies)).password;
}

function showForm({ viewer }: ViewerCall, page: Omit<PasswordForm, "viewer">, status = 200): Reply {
  const formsLeaveSite = leadsToApplication(page.continueTo ?? "");
  return pageReply(passwordPage({ viewer, ...page }), { status, formsLeaveSite });
}

/** The user continues here if a sign-in led them to this page. */
function ownPage(continueTo: string | null | undefined): string | undefined {
  return continueTo != null && isOwnPage(continueTo) ? continueTo : undefined;
}

async function changePassword(
  call: Changing<ViewerCall>,
  { wanted, continueTo }: NewPassword,
  from: PasswordHash | undefined,
): Promise<Reply> {
  const { incoming, dependencies, session, auditContext, now } = call;
  if (from === undefined) return pageReply(noPasswordPage(call.viewer), { status: 403 });
  await countChange("account-changes", call);
  const to = await dependencies.passwords.hash(wanted, requesterOf(incoming, session.userId));
  const input = { kind: "password", at: now } as const;
  const next = await nextSession(call, (authEvents) => withAuthEvent(authEvents, input));
  const changed = await dependencies.ledger.changePassword(
    { from, to, session: next.session },
    auditContext,
  );
  // Another request changed the password meanwhile.
  if (!changed) return showForm(call, { problem: "wrong", continueTo }, 422);
  return seeOther(continueTo ?? "/account/password?changed", [
    next.cookie,
    setKnownBrowser(incoming, { userId: session.userId, passwordHash: to }, dependencies),
  ]);
}
