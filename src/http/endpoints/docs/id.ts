import { docsPage as pageOf } from "../../../pages/views/docs/id.ts";
import {
  forReaders,
  languageParameter,
  type ReaderCall,
  showDocs,
} from "../../browser/documentation.ts";
import { notFound } from "../../browser/error-pages.ts";
import { endpoint, type Reply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const docsPage = endpoint({
  name: "docs/:id",
  paths: ["/docs/:id"],
  methods: ["GET"],
  section: "15",
  summary: "A page of the documentation",
  limit: "account-pages",
  reads: [languageParameter],
  ...forReaders({ show, showSignedOut: show }),
});

function show(call: ReaderCall): Reply | Promise<Reply> {
  const page = call.dependencies
    .docsGroups()
    .flatMap(({ pages }) => pages)
    .find(({ id }) => id === call.parameters.id);
  return page === undefined ? notFound(call) : showDocs(call, (docs) => pageOf(docs, page));
}
