import { roleCovers } from "../../../domain/collaborator.ts";
import { consentPreview, fieldsShown } from "../../../pages/views/portal/preview.ts";
import { applicationOfMine } from "../../browser/application-page.ts";
import { previewedApplication, previewedCreation } from "../../browser/asked-application.ts";
import { notFound } from "../../browser/error-pages.ts";
import { sealedId } from "../../browser/one-time-form.ts";
import { forSignedIn } from "../../browser/signed-in.ts";
import { draftFields, readDraft } from "../../browser/typed-draft.ts";
import { endpoint, pageReply } from "../../operation/endpoint.ts";

const shown: ReadonlySet<string> = new Set(fieldsShown);

/** docs/reference/interface.md §15. What was typed is shown as it is; nothing is read from it that could be wrong. */
export const preview = endpoint({
  name: "portal/preview",
  paths: ["/portal/preview"],
  methods: ["POST"],
  section: "15",
  summary:
    "Shows the consent page as users will see it, for what is typed into the form of an application",
  limit: "portal/preview",
  reads: [],
  ...forSignedIn({
    fields: [
      ...draftFields
        .filter(({ name }) => shown.has(name))
        .map((one) => ({ ...one, required: false })),
      {
        name: "creation",
        required: false,
        meaning: "Of a form that creates an application: the ID of what it creates.",
      },
      { name: "application", required: false, meaning: "Of the settings: the application's ID." },
    ],
    show: notFound,
    changes: {
      "": {
        sensitive: false,
        async run(call, form) {
          const mine = await applicationOfMine(call, form.get("application"));
          const previewed =
            mine !== undefined && roleCovers(mine.role, "editor")
              ? await previewedApplication(call, mine.application)
              : previewedCreation(call, sealedId(call, "application-creation", form) ?? "");
          return pageReply(consentPreview(call.viewer, readDraft(form).input, previewed));
        },
      },
    },
  }),
});
