import { personalDocument } from "../../actions/personal-data.ts";
import { browser } from "../../authentication/browser-session.ts";
import { offeredWays } from "../../authentication/offered-ways.ts";
import { SessionEnded } from "../../domain/refusals.ts";
import { signsIn } from "../../domain/session.ts";
import { endpoint, pageReply } from "../../endpoint.ts";
import { dataExported } from "../../events/account.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../pages/form-fields.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { dataPage } from "../../views/account/data.ts";

/** docs/reference/interface.md §14. What is kept about the user, as a file. */
export const data = endpoint({
  name: "account/data",
  paths: ["/account/data"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Downloads what the service keeps about the user, as JSON",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [csrf, confirmingPassword, confirmingCode],
  produces: "page",
  operation: forSignedIn({
    show: ({ person }) => pageReply(dataPage({ person })),

    async change(call, form) {
      const { dependencies, session, person, frame, auditContext, now } = call;
      const { ledger, clock } = dependencies;
      const unproven = await proveIfAsked(call, form, "account/data");
      if (unproven !== undefined) return pageReply(dataPage({ person, unproven }), unproven);
      const { userId } = session;
      await ledger.record(dataExported(auditContext, userId));
      // The client may be slow, and the session may end meanwhile.
      const read: typeof ledger.personalData = async (page) => {
        const open = await ledger.session(session.digest);
        if (!signsIn(open, clock(), offeredWays(dependencies))) throw new SessionEnded();
        return ledger.personalData(page);
      };
      return {
        status: 200,
        type: "json",
        body: personalDocument(userId, read, { service: frame.serviceName, now }),
        headers: {
          "content-disposition": `attachment; filename="data-${session.screenName}.json"`,
        },
      };
    },
  }),
});
