import { deleteAccount } from "../../actions/delete.ts";
import { browser, setSession } from "../../authentication/browser-session.ts";
import { mintSessionId, type UserId } from "../../domain/credentials.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { foldScreenName } from "../../domain/user.ts";
import { endpoint, pageReply, type Reply } from "../../endpoint.ts";
import type { DeletionProblem } from "../../languages/english/account.ts";
import { confirmingCode, csrf } from "../../pages/form-fields.ts";
import { ownWaysIn } from "../../pages/own-ways-in.ts";
import { answerTo, checkOwnPassword, proveRecent } from "../../pages/prove-recent.ts";
import { forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
import { typedScreenName } from "../../pages/typed-screen-name.ts";
import { deletedPage, deletionPage, mostListed } from "../../views/account/delete.ts";

/**
 * docs/reference/interface.md §14. Always asks for the password, however recent the sign-in; without a
 * password, for another proof.
 */
export const deletion = endpoint({
  name: "account/delete",
  paths: ["/account/delete"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Deletes the account, with everything that was granted",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "screen_name", required: true, meaning: "The account's own, typed to confirm." },
    {
      name: "current_password",
      required: false,
      secret: true,
      meaning: "The password, of an account that has one.",
    },
    confirmingCode,
  ],
  produces: "page",
  operation: forSignedIn({
    async show({ dependencies, session, person }) {
      const owned = await ownedBy(dependencies.ledger, session.userId);
      const { password } = await ownWaysIn(session, dependencies);
      return pageReply(deletionPage({ person, owned, password }));
    },

    async change(call, form) {
      const { dependencies, session, person, frame, auditContext } = call;
      const { ledger, random } = dependencies;
      const typed = typedScreenName(form);
      if (foldScreenName(typed) !== foldScreenName(session.screenName)) {
        return askAgain(call, typed, "other-name");
      }
      const { password } = await ownWaysIn(session, dependencies);
      const asksOther = session.hasSecondFactor || !password;
      const unproven = asksOther ? await proveRecent(call, form) : undefined;
      if (unproven !== undefined) {
        return pageReply(deletionPage({ person, owned: [], password, typed, unproven }), unproven);
      }
      const checked = password
        ? await checkOwnPassword(call, form.get("current_password") ?? "")
        : undefined;
      if (checked !== undefined && checked.result !== "right") {
        const { minutes, ...answer } = answerTo(checked);
        const problem = checked.result;
        const page = deletionPage({ person, owned: [], password, typed, problem, minutes });
        return pageReply(page, answer);
      }
      const outcome = await deleteAccount(
        ledger,
        { userId: session.userId, ...(checked && { passwordHash: checked.passwordHash }) },
        auditContext,
      );
      // Another request was faster, so the typed password is no longer right.
      if (outcome === "password-changed") return askAgain(call, typed, "wrong");
      if (outcome !== "deleted") {
        const hindrance = {
          owned: await ownedBy(ledger, session.userId),
          lastOperator: outcome === "last-operator",
          password,
        };
        return pageReply(deletionPage({ person, ...hindrance }), { status: 409 });
      }
      const cookies = [setSession(mintSessionId(random), dependencies)];
      return pageReply(deletedPage(frame), { cookies });
    },
  }),
});

/** Reads one more than is listed, so that the page can say that there are more. */
function ownedBy(ledger: Ledger, userId: UserId) {
  return ledger.applicationsOf(userId, { after: undefined, size: mostListed + 1 });
}

async function askAgain(
  { person, session, dependencies }: PersonCall,
  typed: string,
  problem: DeletionProblem,
): Promise<Reply> {
  const { password } = await ownWaysIn(session, dependencies);
  const page = deletionPage({ person, owned: [], password, typed, problem });
  return pageReply(page, { status: 422 });
}
