import { browser, setSession } from "../authentication/browser-session.ts";
import { formIsOurs } from "../authentication/csrf.ts";
import { formOf } from "../authentication/incoming.ts";
import { forgetProvedIdentity } from "../authentication/proved-identity.ts";
import { mintSessionId } from "../domain/credentials.ts";
import { endpoint, pageReply, seeOther } from "../endpoint.ts";
import { byUser, signedOut } from "../events.ts";
import { csrf } from "../pages/form-fields.ts";
import { errorPage } from "../views/error.ts";

/** docs/reference/interface.md §14. The browser gets an id that nobody has seen. */
export const signOut = endpoint({
  name: "sign-out",
  paths: ["/sign-out"],
  methods: ["POST"],
  section: "14",
  summary: "Ends the session",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [csrf],
  produces: "page",
  async operation({ incoming, caller, dependencies, frame }) {
    const session = caller.session ?? caller.settingUp;
    if (!formIsOurs(incoming, formOf(incoming).get("csrf"), caller.sessionId, dependencies)) {
      return pageReply(errorPage({ frame, status: 403, kind: "forbidden-form" }), { status: 403 });
    }
    if (session !== undefined) {
      await dependencies.ledger.endSession(
        session,
        signedOut(byUser(session.userId, dependencies.clock(), incoming.address), session.userId),
      );
    }
    return seeOther("/sign-in?signed-out", [
      setSession(mintSessionId(dependencies.random), dependencies),
      forgetProvedIdentity(dependencies),
    ]);
  },
});
