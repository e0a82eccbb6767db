import { usesOf } from "../../../../../domain/credential-use.ts";
import { keysSection } from "../../../../../pages/views/portal/applications/id/keys.ts";
import { forApplication, showTab } from "../../../../browser/application-page.ts";
import { endpoint } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const keys = endpoint({
  name: "portal/applications/:id/keys",
  paths: ["/portal/applications/:id/keys"],
  methods: ["GET"],
  section: "15",
  summary: "Shows an application's credentials and when they were created",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    async show(call) {
      const { viewer, session, application, now } = call;
      const { id, consumerKey, secretSetAt, secretRevokedAt, access, suspendedBecause } =
        application;
      const suspended = suspendedBecause !== undefined;
      const mine = { applicationId: id, userId: session.userId };
      const { ledger, sources } = call.dependencies;
      const keys = await ledger.applicationKeys(mine, now);
      const uses = usesOf(await sources.sourcesOf(id, now), { ...keys, now });
      const section = keysSection(viewer.frame, {
        ...keys,
        uses,
        applicationId: id,
        consumerKey,
        secretSetAt,
        secretRevokedAt,
        access,
        suspended,
        now,
      });
      return showTab(call, "keys", section);
    },
  }),
});
