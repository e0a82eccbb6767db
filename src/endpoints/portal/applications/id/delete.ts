import { deleteApplication } from "../../../../actions/delete.ts";
import { browser } from "../../../../authentication/browser-session.ts";
import { endpoint, pageReply, seeOther } from "../../../../endpoint.ts";
import {
  type ApplicationCall,
  forApplication,
  showTab,
} from "../../../../pages/application-page.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import {
  type Deletion,
  dangerSection,
  deletionPage,
  mostPeopleCounted,
} from "../../../../views/portal/applications/id/delete.ts";
import { visibleText } from "../../../../views/visible-text.ts";

/** docs/reference/interface.md §15. */
export const applicationDeletion = endpoint({
  name: "portal/applications/:id/delete",
  paths: ["/portal/applications/:id/delete"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Deletes an application with all its tokens, once its owner has typed its name",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    { name: "typed_name", required: true, meaning: "The application's name." },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    showTo: "owner",
    changedBy: "owner",
    async show(call) {
      const { dependencies, person, application, now } = call;
      const people = await dependencies.ledger.countGrants(application.id, mostPeopleCounted);
      const { offer } = await dependencies.ledger.collaborators(application.id, now);
      const section = dangerSection({ person, application, people, offer });
      return showTab(call, "delete", section);
    },

    async change(call, form) {
      const { dependencies, application, auditContext } = call;
      // Compared as it is shown, because some characters of a name cannot be typed.
      const typed = visibleText(form.get("typed_name") ?? "").trim();
      if (typed !== visibleText(application.name).trim()) {
        return askAgain(call, { typed, problem: "other-name" }, { status: 422 });
      }
      const unproven = await proveIfAsked(call, form, "portal/applications/:id/delete");
      if (unproven !== undefined) return askAgain(call, { typed, unproven }, unproven);
      await deleteApplication(dependencies.ledger, application.id, auditContext);
      return seeOther("/portal?deleted");
    },
  }),
});

async function askAgain(
  { dependencies, person, application }: ApplicationCall,
  why: Pick<Deletion, "typed" | "problem" | "unproven">,
  answer: Parameters<typeof pageReply>[1],
) {
  const people = await dependencies.ledger.countGrants(application.id, mostPeopleCounted);
  return pageReply(deletionPage({ person, application, people, ...why }), answer);
}
