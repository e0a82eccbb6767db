import { personalDocument } from "../../actions/personal-data.ts";
import { offeredWays } from "../../authentication/offered-ways.ts";
import { SessionEnded } from "../../domain/refusals.ts";
import { signsIn } from "../../domain/session.ts";
import { endpoint, pageReply, type Reply } from "../../endpoint.ts";
import { asSent, type Changing } from "../../pages/change.ts";
import type { PersonCall } from "../../pages/person-call.ts";
import { forSignedIn } from "../../pages/signed-in.ts";
import { dataPage } from "../../views/account/data.ts";

/** docs/reference/interface.md §14. */
export const data = endpoint({
  name: "account/data",
  paths: ["/account/data"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Downloads what the service keeps about the user, as JSON",
  limit: "account-pages",
  reads: [],
  ...forSignedIn({
    show: ({ person }) => pageReply(dataPage({ person })),

    changes: {
      "": {
        sensitive: true,
        read: asSent,
        ask: ({ person }, unproven) => pageReply(dataPage({ person, unproven })),
        run: download,
      },
    },
  }),
});

async function download(call: Changing<PersonCall>): Promise<Reply> {
  const { dependencies, session, frame, auditContext, now } = call;
  const { ledger, clock } = dependencies;
  const { userId } = session;
  await ledger.record({ ...auditContext, name: "user.data-exported", userId });
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
}
