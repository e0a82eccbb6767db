import {
  type Deletion,
  dangerSection,
  deletionPage,
  maxUsersCounted,
} from "../../../../../pages/views/portal/applications/id/delete.ts";
import { visibleText } from "../../../../../pages/views/visible-text.ts";
import {
  type ApplicationCall,
  forApplication,
  showTab,
} from "../../../../browser/application-page.ts";
import { EarlyReply } from "../../../../browser/change.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const applicationDeletion = endpoint({
  name: "portal/applications/:id/delete",
  paths: ["/portal/applications/:id/delete"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Deletes an application with all its tokens, once its owner has input its name",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [{ name: "typed_name", required: true, meaning: "The application's name." }],
    showTo: "owner",
    changedBy: "owner",
    async show(call) {
      const { dependencies, viewer, application, now } = call;
      const users = await dependencies.ledger.countGrants(application.id, maxUsersCounted);
      const { offer } = await dependencies.ledger.collaborators(application.id, now);
      const section = dangerSection({ viewer, application, users, offer });
      return showTab(call, "delete", section);
    },

    changes: {
      "": {
        sensitive: true,
        read,
        ask: (call, reauthentication, input) => askAgain(call, { input, reauthentication }),
        async run({ dependencies, application, auditContext }) {
          await dependencies.ledger.deleteApplication(application.id, auditContext);
          return seeOther("/portal?deleted");
        },
      },
    },
  }),
});

async function read(call: ApplicationCall, form: Form): Promise<string | EarlyReply> {
  // Some characters of a name cannot be typed, so it is compared as it is shown.
  const input = visibleText(form.get("typed_name") ?? "").trim();
  if (input === visibleText(call.application.name).trim()) return input;
  const again = await askAgain(call, { input, problem: "other-name" });
  return new EarlyReply({ ...again, status: 422 });
}

async function askAgain(
  { dependencies, viewer, application }: ApplicationCall,
  why: Pick<Deletion, "input" | "problem" | "reauthentication">,
): Promise<Reply> {
  const users = await dependencies.ledger.countGrants(application.id, maxUsersCounted);
  return pageReply(deletionPage({ viewer, application, users, ...why }));
}
