import { browser } from "../../../../authentication/browser-session.ts";
import {
  type CollaboratorRole,
  collaboratorRoles,
  isCollaboratorRole,
} from "../../../../domain/collaborator.ts";
import { idFrom, type UserId } from "../../../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../endpoint.ts";
import {
  collaborator,
  collaboratorChanged,
  collaboratorInvited,
} from "../../../../events/application.ts";
import type { InvitationProblem } from "../../../../languages/english/portal/collaborators.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  showTab,
} from "../../../../pages/application-page.ts";
import { countScreenNameAsked } from "../../../../pages/count-screen-name-asked.ts";
import { notFound, notUnderstood } from "../../../../pages/error-reply.ts";
import { confirmingCode, confirmingPassword, csrf } from "../../../../pages/form-fields.ts";
import { proveIfAsked } from "../../../../pages/recent-sign-in.ts";
import type { Form } from "../../../../pages/signed-in.ts";
import { typedScreenName } from "../../../../pages/typed-screen-name.ts";
import {
  adminConfirmationPage,
  collaboratorsSection,
  invitePage,
} from "../../../../views/portal/applications/id/collaborators.ts";

/** docs/reference/interface.md §15. */
export const applicationCollaborators = endpoint({
  name: "portal/applications/:id/collaborators",
  paths: ["/portal/applications/:id/collaborators"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Shows who works on an application; its owner invites, changes and removes them",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    csrf,
    {
      name: "change",
      required: true,
      meaning: "What to do.",
      values: ["invite", "make-admin", "make-viewer", "remove"],
    },
    { name: "screen_name", required: false, meaning: "With invite: the person's." },
    {
      name: "role",
      required: false,
      meaning: "With invite: what the person may do.",
      values: collaboratorRoles,
    },
    { name: "user", required: false, meaning: "With the others: the collaborator's ID." },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  ...forApplication({
    showTo: "viewer",
    changedBy: "owner",
    async show(call) {
      const { person, application, role, dependencies, now } = call;
      const { people, offer } = await dependencies.ledger.collaborators(application.id, now);
      const section = collaboratorsSection({ person, application, role, people, offer });
      return showTab(call, "collaborators", section);
    },

    change(call, form) {
      switch (form.get("change")) {
        case "invite":
          return invite(call, form);
        case "make-admin":
          return changeRole(call, form, "admin");
        case "make-viewer":
          return changeRole(call, form, "viewer");
        case "remove":
          return remove(call, form);
        default:
          return notUnderstood(call);
      }
    },
  }),
});

async function invite(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, person, application, auditContext, now } = call;
  const { ledger } = dependencies;
  const screenName = typedScreenName(form);
  const asked = form.get("role") ?? "";
  const role = isCollaboratorRole(asked) ? asked : undefined;
  const refuse = (problem: InvitationProblem) => {
    const page = invitePage({ person, application, typed: { screenName, role, problem } });
    return pageReply(page, { status: 422 });
  };
  if (role === undefined) return refuse("no-role");
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/collaborators");
  if (unproven !== undefined) {
    const page = invitePage({ person, application, typed: { screenName, role }, unproven });
    return pageReply(page, unproven);
  }
  await countScreenNameAsked(call);
  const user = await ledger.userByScreenName(screenName);
  if (user === undefined) return refuse("unknown");
  const outcome = await ledger.inviteCollaborator(
    { applicationId: application.id, userId: user.id, role, now },
    collaboratorInvited(auditContext, application.id, user.id, role),
  );
  if (outcome === "gone") return refuse("unknown");
  if (outcome !== "invited") return refuse(outcome);
  return done(call, "invited");
}

async function changeRole(
  call: ApplicationCall,
  form: Form,
  role: CollaboratorRole,
): Promise<Reply> {
  const { dependencies, person, application, auditContext } = call;
  const found = await collaboratorIn(call, form);
  if (found === undefined) return notFound(call);
  const unproven = await proveIfAsked(call, form, "portal/applications/:id/collaborators");
  if (unproven !== undefined) {
    const page = adminConfirmationPage({ person, application, collaborator: found, unproven });
    return pageReply(page, unproven);
  }
  const changed = await dependencies.ledger.changeCollaborator(
    { applicationId: application.id, userId: found.userId, role },
    collaboratorChanged(auditContext, application.id, found.userId, role),
  );
  return changed ? done(call, "role-changed") : notFound(call);
}

async function remove(call: ApplicationCall, form: Form): Promise<Reply> {
  const { dependencies, application, auditContext } = call;
  const userId = idFrom<UserId>(form.get("user"));
  if (userId === undefined) return notUnderstood(call);
  await dependencies.ledger.removeCollaborator(
    { applicationId: application.id, userId },
    collaborator(auditContext, "removed", application.id, userId),
  );
  return done(call, "removed");
}

async function collaboratorIn({ dependencies, application, now }: ApplicationCall, form: Form) {
  const { people } = await dependencies.ledger.collaborators(application.id, now);
  return people.find((one) => one.userId === form.get("user"));
}

function done({ application }: ApplicationCall, what: "invited" | "role-changed" | "removed") {
  return seeOther(`${hrefOf(application)}/collaborators?${what}`);
}
