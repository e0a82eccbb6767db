import {
  type CollaboratorRole,
  collaboratorRoles,
  isCollaboratorRole,
} from "../../../../../domain/collaborator.ts";
import { idFrom, type UserId } from "../../../../../domain/credentials.ts";
import {
  collaboratorsSections,
  editorConfirmationPage,
  type Invited,
  invitePage,
} from "../../../../../pages/views/portal/applications/id/collaborators.ts";
import {
  type ApplicationCall,
  forApplication,
  hrefOf,
  showTab,
} from "../../../../browser/application-page.ts";
import { type Changing, EarlyReply } from "../../../../browser/change.ts";
import { countScreenNameAsked } from "../../../../browser/count-change.ts";
import { notFound, notUnderstood } from "../../../../browser/error-pages.ts";
import { typedScreenName } from "../../../../browser/form-fields.ts";
import type { Form } from "../../../../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const applicationCollaborators = endpoint({
  name: "portal/applications/:id/collaborators",
  paths: ["/portal/applications/:id/collaborators"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Shows who works on an application; its owner invites, changes and removes them",
  limit: "account-pages",
  reads: [],
  ...forApplication({
    fields: [
      { name: "screen_name", required: false, meaning: "With invite: the user's." },
      {
        name: "role",
        required: false,
        meaning: "With invite: the user's role.",
        values: collaboratorRoles,
      },
      { name: "user", required: false, meaning: "With the others: the collaborator's ID." },
    ],
    showTo: "viewer",
    changedBy: "owner",
    async show(call) {
      const { viewer, application, role, dependencies, now } = call;
      const { users, offer } = await dependencies.ledger.collaborators(application.id, now);
      const section = collaboratorsSections({ viewer, application, role, users, offer });
      return showTab(call, "collaborators", section);
    },
    changes: {
      invite: {
        sensitive: true,
        read: readInvitation,
        ask: ({ viewer, application }, reauthentication, input) =>
          pageReply(invitePage({ viewer, application, input, reauthentication })),
        run: invite,
      },
      "make-editor": {
        sensitive: true,
        read: readCollaborator,
        ask: ({ viewer, application }, reauthentication, collaborator) =>
          pageReply(
            editorConfirmationPage({ viewer, application, collaborator, reauthentication }),
          ),
        run: (call, { userId }) => changeRole(call, userId, "editor"),
      },
      "make-viewer": {
        sensitive: false,
        async run(call, form) {
          const found = await readCollaborator(call, form);
          return found instanceof EarlyReply
            ? found.reply
            : changeRole(call, found.userId, "viewer");
        },
      },
      remove: { sensitive: false, run: remove },
    },
  }),
});

function readInvitation(call: ApplicationCall, form: Form) {
  const screenName = typedScreenName(form);
  const role = form.get("role") ?? "";
  if (!isCollaboratorRole(role)) {
    return new EarlyReply(askAgain(call, { screenName, role: undefined, problem: "no-role" }));
  }
  if (screenName !== "") return { screenName, role };
  return new EarlyReply(askAgain(call, { screenName, role, problem: "missing" }));
}

async function invite(
  call: Changing<ApplicationCall>,
  input: { readonly screenName: string; readonly role: CollaboratorRole },
): Promise<Reply> {
  const { dependencies, application, auditContext, now } = call;
  const { ledger } = dependencies;
  await countScreenNameAsked(call);
  const user = await ledger.userByScreenName(input.screenName);
  if (user === undefined) return askAgain(call, { ...input, problem: "unknown" });
  const outcome = await ledger.inviteCollaborator(
    { applicationId: application.id, userId: user.id, role: input.role, now },
    auditContext,
  );
  if (outcome === "invited") return done(call, "invited");
  return askAgain(call, { ...input, problem: outcome === "gone" ? "unknown" : outcome });
}

function askAgain(
  { viewer, application }: ApplicationCall,
  input: NonNullable<Invited["input"]>,
): Reply {
  return pageReply(invitePage({ viewer, application, input }), { status: 422 });
}

async function readCollaborator(call: ApplicationCall, form: Form) {
  const { dependencies, application, now } = call;
  const { users } = await dependencies.ledger.collaborators(application.id, now);
  const found = users.find((one) => one.userId === form.get("user"));
  return found ?? new EarlyReply(notFound(call));
}

async function changeRole(
  call: Changing<ApplicationCall>,
  userId: UserId,
  role: CollaboratorRole,
): Promise<Reply> {
  const { dependencies, application, auditContext } = call;
  const changed = await dependencies.ledger.changeCollaborator(
    { applicationId: application.id, userId, role },
    auditContext,
  );
  return changed ? done(call, "role-changed") : notFound(call);
}

async function remove(call: Changing<ApplicationCall>, form: Form): Promise<Reply> {
  const { dependencies, application, auditContext } = call;
  const userId = idFrom<UserId>(form.get("user"));
  if (userId === undefined) return notUnderstood(call);
  await dependencies.ledger.removeCollaborator(
    { applicationId: application.id, userId },
    auditContext,
  );
  return done(call, "removed");
}

function done({ application }: ApplicationCall, what: "invited" | "role-changed" | "removed") {
  return seeOther(`${hrefOf(application)}/collaborators?${what}`);
}
