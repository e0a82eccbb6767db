import { browser, setKnownBrowser } from "../../authentication/browser-session.ts";
import { queryOf } from "../../authentication/incoming.ts";
import { requesterOf } from "../../authentication/requester.ts";
import { callbackSources } from "../../domain/callback.ts";
import type { PasswordHash } from "../../domain/password-hash.ts";
import { withProof } from "../../domain/proofs.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { passwordChanged } from "../../events/sign-in.ts";
import { countChange } from "../../pages/count-change.ts";
import { confirmingCode, continueField, csrf } from "../../pages/form-fields.ts";
import { isOwnPage } from "../../pages/own-page.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import { answerTo, checkOwnPassword, proveRecent } from "../../pages/prove-recent.ts";
import { forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
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
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "current_password", required: true, secret: true, meaning: "The present password." },
    { name: "new_password", required: true, secret: true, meaning: "The one to come." },
    continueField,
    confirmingCode,
  ],
  produces: "page",
  operation: forSignedIn({
    async show(call) {
      if (!(await hasPassword(call))) return pageReply(noPasswordPage(call.person));
      const { incoming } = call;
      const asked = queryOf(incoming);
      const weak = newPasswordProblems.find((one) => one === asked.get("weak"));
      const continueTo = ownPage(asked.get("continue"));
      return shown(call, { changed: asked.has("changed"), weak, continueTo });
    },

    async change(call, form) {
      if (!(await hasPassword(call))) {
        return pageReply(noPasswordPage(call.person), { status: 403 });
      }
      const { incoming, dependencies, session } = call;
      const continueTo = ownPage(form.get("continue"));
      const wanted = form.get("new_password") ?? "";
      const user = await dependencies.ledger.userById(session.userId);
      const { screenName = "", name = "", email = "" } = user ?? {};
      const { serviceName } = call.frame;
      const problem = await newPasswordProblem(wanted, { screenName, name, email, serviceName });
      if (problem !== undefined) {
        return shown(call, { problem, continueTo }, { status: 422 });
      }
      const unproven = session.hasSecondFactor ? await proveRecent(call, form) : undefined;
      if (unproven !== undefined) return shown(call, { unproven, continueTo }, unproven);
      const checked = await checkOwnPassword(call, form.get("current_password") ?? "");
      if (checked.result !== "right") {
        const { minutes, ...answer } = answerTo(checked);
        return shown(call, { problem: checked.result, minutes, continueTo }, answer);
      }
      await countChange("account-changes", call);
      const by = requesterOf(incoming, session.userId);
      const hash = await dependencies.passwords.hash(wanted, by);
      return changePassword(call, { from: checked.passwordHash, to: hash, continueTo });
    },
  }),
});

async function hasPassword({ session, dependencies }: PersonCall): Promise<boolean> {
  return (await ownWaysIn(session, dependencies)).password;
}

/** The form may lead on to an application, so the page's policy includes its callback. */
async function shown(
  { person, dependencies }: PersonCall,
  page: Omit<PasswordForm, "person">,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const asking = await whoAsks(requestTokenIn(page.continueTo ?? ""), dependencies);
  const formAction = asking && { formAction: callbackSources(asking.callback) };
  const answer = { status, headers, ...formAction };
  return pageReply(passwordPage({ person, ...page }), answer);
}

/** Where the person continues from here, if a sign-in led them here. */
function ownPage(continueTo: string | null | undefined): string | undefined {
  return continueTo != null && isOwnPage(continueTo) ? continueTo : undefined;
}

async function changePassword(
  call: PersonCall,
  {
    from,
    to,
    continueTo,
  }: {
    readonly from: PasswordHash;
    readonly to: PasswordHash;
    readonly continueTo: string | undefined;
  },
): Promise<Reply> {
  const { incoming, dependencies, session, auditContext, now } = call;
  const typed = { kind: "password", at: now } as const;
  const next = await nextSession(call, (proofs) => withProof(proofs, typed));
  const changed = await dependencies.ledger.changePassword(
    { from, to, session: next.session },
    passwordChanged(auditContext, session.userId),
  );
  // Another request was faster, so the typed password is no longer right.
  if (!changed) return shown(call, { problem: "wrong", continueTo }, { status: 422 });
  return seeOther(continueTo ?? "/account/password?changed", [
    next.cookie,
    setKnownBrowser(incoming, { userId: session.userId, passwordHash: to }, dependencies),
  ]);
}
