import { findInDocs, maxQuery } from "../../../pages/views/docs/find-in-docs.ts";
import { docsSearchPage } from "../../../pages/views/docs/search.ts";
import { queryOf } from "../../../verification/authentication/incoming.ts";
import { forReaders, type ReaderCall, showDocs } from "../../browser/documentation.ts";
import { endpoint, type Reply } from "../../operation/endpoint.ts";

/** docs/reference/interface.md §15. */
export const docsSearch = endpoint({
  name: "docs/search",
  paths: ["/docs/search"],
  methods: ["GET"],
  section: "15",
  summary: "Searches the documentation",
  limit: "search",
  reads: [{ name: "q", required: false, meaning: "Words, which a part of a page has to contain." }],
  ...forReaders({ show, showSignedOut: show, withSecret: "/docs/search?in_url" }),
});

function show(call: ReaderCall): Promise<Reply> {
  const sent = queryOf(call.incoming);
  const query = (sent.get("q") ?? "").trim().slice(0, maxQuery);
  const maySecret = sent.has("in_url");
  return showDocs(call, (docs) =>
    docsSearchPage(docs, { query, found: findInDocs(docs, query), maySecret }),
  );
}
