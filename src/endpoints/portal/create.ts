import { createApplication } from "../../actions/create-application.ts";
import { browser } from "../../authentication/browser-session.ts";
import { mostApplications } from "../../domain/application.ts";
import { type ApplicationId, mintApplicationId } from "../../domain/credentials.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../../endpoint.ts";
import { confirmingCode, confirmingPassword } from "../../pages/form-fields.ts";
import { sealedId, sealId } from "../../pages/made-once.ts";
import { proveIfAsked } from "../../pages/recent-sign-in.ts";
import { forSignedIn, type PersonCall } from "../../pages/signed-in.ts";
import { draftFields, readDraft } from "../../pages/typed-draft.ts";
import { createdPage, creationPage } from "../../views/portal/create.ts";
import { nothingTyped } from "../../views/portal/draft-fields.ts";

/** docs/reference/interface.md §15 and docs/adr/0012-a-secret-in-the-answer.md. */
export const create = endpoint({
  name: "portal/create",
  paths: ["/portal/create"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "Creates an application; the answer shows its consumer secret this once",
  caller: browser,
  limit: "account-pages",
  reads: [],
  fields: [
    ...draftFields,
    { name: "creation", required: true, meaning: "What the form that was shown is to make." },
    confirmingPassword,
    confirmingCode,
  ],
  produces: "page",
  operation: forSignedIn({
    keepsTyped: true,

    show(call) {
      const page = { person: call.person, creation: anotherCreation(call), typed: nothingTyped };
      return pageReply(creationPage(page));
    },

    async change(call, form) {
      const { dependencies, session, person, auditContext } = call;
      const { ledger } = dependencies;
      const creation = form.get("creation") ?? "";
      const id = sealedId(call, purpose, form) as ApplicationId | undefined;
      if (id === undefined) {
        // Who opened the form with another account of theirs has typed it nevertheless.
        const { typed } = readDraft(form);
        const page = { person, creation: anotherCreation(call), typed, otherAccount: true };
        return pageReply(creationPage(page), { status: 400 });
      }
      if ((await ledger.applicationById(id)) !== undefined) return createdBefore(id);
      const { typed, read } = readDraft(form);
      const asked = { person, creation, typed };
      if (!read.ok) {
        return pageReply(creationPage({ ...asked, problems: read.problems }), { status: 422 });
      }
      const unproven = await proveIfAsked(call, form, "portal/create");
      if (unproven !== undefined) return pageReply(creationPage({ ...asked, unproven }), unproven);
      const created = await createApplication(
        dependencies,
        { ...read.draft, id, ownerId: session.userId, most: mostApplications },
        auditContext,
      );
      if (created === "id-taken") return createdBefore(id);
      if (created === "too-many") {
        return pageReply(creationPage({ ...asked, tooMany: mostApplications }), { status: 409 });
      }
      const { consumerKey, consumerSecret } = created;
      const made = { applicationId: id, name: read.draft.name, consumerKey };
      const page = createdPage({ person, ...made, consumerSecret: consumerSecret.reveal() });
      return pageReply(page, { status: 201 });
    },
  }),
});

const purpose = "application-creation";

function anotherCreation(call: PersonCall): string {
  return sealId(call, purpose, mintApplicationId(call.dependencies.random));
}

function createdBefore(id: ApplicationId): Reply {
  return seeOther(`/portal/applications/${id}?created-before`);
}
