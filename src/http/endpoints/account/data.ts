import { offeredMethods } from "../../../accounts/offered-methods.ts";
import { SessionEnded } from "../../../domain/errors.ts";
import { signsIn } from "../../../domain/session.ts";
import { dataPage } from "../../../pages/views/account/data.ts";
import { personalDocument } from "../../actions/personal-data.ts";
import { asSent, type Changing } from "../../browser/change.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import type { ViewerCall } from "../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §14. */
export const data = endpoint({
  name: "account/data",
  paths: ["/account/data"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Downloads what the service stores about the user, as JSON",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show: ({ viewer }) => pageReply(dataPage({ viewer })),

    changes: {
      "": {
        sensitive: true,
        read: asSent,
        ask: ({ viewer }, reauthentication) => pageReply(dataPage({ viewer, reauthentication })),
        run: download,
      },
    },
  }),
});

async function download(call: Changing<ViewerCall>): Promise<Reply> {
  const { dependencies, session, frame, auditContext, now } = call;
  const { ledger, clock } = dependencies;
  const { userId } = session;
  await ledger.record({ ...auditContext, name: "user.data-exported", userId });
  // The client may be slow, and the session may end meanwhile.
  const read: typeof ledger.personalData = async (page) => {
    const open = await ledger.session(session.digest);
    if (!signsIn(open, clock(), offeredMethods(dependencies))) throw new SessionEnded();
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
}
