import { setSession } from "../../../accounts/browser-session.ts";
import { mintSessionId, type PasswordHash, type UserId } from "../../../domain/credentials.ts";
import type { Ledger } from "../../../domain/ports/ledger.ts";
import { foldScreenName } from "../../../domain/user.ts";
import type { DeletionProblem } from "../../../pages/languages/english/account.ts";
import {
  type Deletion,
  deletedPage,
  deletionPage,
  maxListed,
} from "../../../pages/views/account/delete.ts";
import { type Changing, EarlyReply } from "../../browser/change.ts";
import { typedScreenName } from "../../browser/form-fields.ts";
import { ownSignInMethods } from "../../browser/own-sign-in-methods.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { Form, ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. Deleting always needs the password or another factor. */
export const deletion = endpoint({
  name: "account/delete",
  paths: ["/account/delete"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Deletes the account and everything it granted",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    fields: [
      {
        name: "screen_name",
        required: true,
        meaning: "The account's screen name, input to confirm.",
      },
      {
        name: "current_password",
        required: false,
        secret: true,
        meaning: "The password, if the account has one.",
      },
    ],
    async show(call) {
      const { ledger } = call.dependencies;
      return showForm(call, { owned: await ownedBy(ledger, call.session.userId) });
    },
    changes: {
      "": {
        sensitive: "password",
        read: readScreenName,
        ask: (call, reauthentication, input) =>
          showForm(call, { owned: [], input, ...reauthentication }),
        run: deleteOwn,
      },
    },
  }),
});

async function readScreenName(call: ViewerCall, form: Form): Promise<string | EarlyReply> {
  const input = typedScreenName(form);
  const isOwn = foldScreenName(input) === foldScreenName(call.session.screenName);
  return isOwn ? input : new EarlyReply(askAgain(call, input, "other-name"));
}

async function deleteOwn(
  call: Changing<ViewerCall>,
  input: string,
  passwordHash: PasswordHash | undefined,
): Promise<Reply> {
  const { dependencies, session, frame, auditContext } = call;
  const { ledger, random } = dependencies;
  const outcome = await ledger.deleteUser(
    { userId: session.userId, ...(passwordHash && { passwordHash }) },
    auditContext,
  );
  // Another request changed the password meanwhile.
  if (outcome === "password-changed") return askAgain(call, input, "wrong");
  if (outcome !== "deleted") {
    const owned = await ownedBy(ledger, session.userId);
    const lastAdmin = outcome === "last-administrator";
    return { ...(await showForm(call, { owned, lastAdmin })), status: 409 };
  }
  const cookies = [setSession(mintSessionId(random), dependencies)];
  return pageReply(deletedPage(frame), { cookies });
}

/** Reads one more than is listed, so that the page can say that there are more. */
function ownedBy(ledger: Ledger, userId: UserId) {
  return ledger.applicationsOf(userId, { after: undefined, size: maxListed + 1 });
}

async function askAgain(call: ViewerCall, input: string, problem: DeletionProblem): Promise<Reply> {
  return { ...(await showForm(call, { owned: [], input, problem })), status: 422 };
}

async function showForm(
  { viewer, session, dependencies }: ViewerCall,
  more: Omit<Deletion, "viewer" | "password">,
): Promise<Reply> {
  const { password } = await ownSignInMethods(session, dependencies);
  return pageReply(deletionPage({ viewer, password, ...more }));
}
