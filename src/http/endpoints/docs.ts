import { docsPage } from "../../pages/views/docs/id.ts";
import type { ShownApplication } from "../../pages/views/docs/page.ts";
import { quickstart } from "../../pages/views/docs.ts";
import {
  forReaders,
  languageParameter,
  type ReaderCall,
  showDocs,
} from "../browser/documentation.ts";
import { notFound } from "../browser/error-pages.ts";
import {
  newestApplication,
  sendFirstCall,
  sentApplication,
  shownApplication,
} from "../browser/quickstart.ts";
import { endpoint, type Reply } from "../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const docs = endpoint({
  name: "docs",
  paths: ["/docs"],
  methods: ["GET", "POST"],
  section: "15",
  summary: "The quickstart of the documentation, which sends a call as a program would",
  limit: "account-pages",
  reads: [languageParameter],
  ...forReaders({
    fields: [{ name: "application", required: true, meaning: "Whose call is sent." }],
    async show(call) {
      const application = await newestApplication(call);
      return show(
        call,
        application && (await shownApplication(call, application, { isNewest: true })),
      );
    },
    showSignedOut: (call) => show(call, undefined),
    // The call only reads what the user can see, with a token that the user has.
    changes: {
      "": {
        sensitive: false,
        async run(call, form) {
          const application = await sentApplication(call, form);
          if (application === undefined) return notFound(call);
          const sent = await sendFirstCall(call, application);
          const isNewest = (await newestApplication(call))?.id === application.id;
          return show(call, await shownApplication(call, application, { isNewest, sent }));
        },
      },
    },
  }),
});

function show(call: ReaderCall, own: ShownApplication | undefined): Promise<Reply> {
  return showDocs(call, (docs) => docsPage({ ...docs, own }, quickstart));
}
