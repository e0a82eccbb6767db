import { applicationFilters, userFilters } from "../../domain/fields/list-filters.ts";
import { hasCredentialShape, maxSearchText } from "../../domain/search.ts";
import { foundParts } from "../../pages/views/found.ts";
import { searchPage } from "../../pages/views/search.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { isOwnPage } from "../browser/own-page.ts";
import { filterParameters, find } from "../browser/search.ts";
import { forSignedIn } from "../browser/signed-in.ts";
import type { Form, ViewerCall } from "../browser/viewer-call.ts";
import { endpoint, pageReply, type Reply, seeOther } from "../operation/endpoint.ts";

/** What the forms of lists search for and narrow by, besides `q`. */
const filters = [
  ...[
    ...new Map(
      [...filterParameters(applicationFilters), ...filterParameters(userFilters)].map((one) => [
        one.name,
        one.meaning,
      ]),
    ),
  ],
  ["order", "The list's order."],
  ["name", "An event, or a group of events."],
  ["involved", "Who did it or whom it is about."],
  ["actor", "Who did it."],
  ["user", "Which user it is about."],
  ["application", "Which application it is about."],
  ["from", "The first day (UTC)."],
  ["to", "The last day (UTC)."],
  ["cause", "The error code of requests."],
  ["within", "How old requests may be."],
  ["show", "Verified or rejected requests only."],
] satisfies (readonly [string, string])[];

/** docs/reference/interface.md §14. */
export const search = endpoint({
  name: "search",
  paths: ["/search"],
  methods: ["GET", "POST"],
  section: "14",
  summary: "Finds applications, users, actions, and pages",
  limit: "search",
  reads: [
    {
      name: "q",
      required: false,
      meaning: "Part of a name, or a whole ID. Secrets are only sent by POST.",
    },
  ],
  ...forSignedIn({
    fields: [
      {
        name: "q",
        required: false,
        secret: true,
        meaning: "Part of a name, a whole ID, or a key or token.",
      },
      {
        name: "part",
        required: false,
        meaning: "The response is the results alone, for the dialog.",
        values: ["results"],
      },
      { name: "list", required: false, meaning: "The path of a list, which is searched instead." },
      ...filters.map(([name, meaning]) => ({
        name,
        required: false,
        meaning: `With list: ${meaning}`,
      })),
    ],
    async show(call) {
      const query = queryOf(call.incoming);
      const text = searched(query.get("q"));
      const cameInUrl = query.has("in_url");
      const found = text === "" ? undefined : await find(call, text);
      const page = searchPage({ viewer: call.viewer, text, found, cameInUrl });
      return pageReply(page, { status: cameInUrl ? 400 : 200 });
    },
    changes: { "": { sensitive: false, run: posted } },
  }),
});

async function posted(call: ViewerCall, form: Form): Promise<Reply> {
  const text = searched(form.get("q"));
  if (form.get("part") === "results") {
    const found = await find(call, text);
    return pageReply(foundParts(call.viewer, found));
  }
  const list = form.get("list");
  if (list !== undefined && isOwnPage(list) && !list.includes("?")) {
    const names = ["q", ...filters.map(([name]) => name)];
    const entered = names
      .map((name) => [name, searched(form.get(name))] as const)
      .filter(([, value]) => value !== "");
    const pasted = entered.find(([, value]) => hasCredentialShape(value));
    return pasted === undefined ? seeOther(withQuery(list, entered)) : answer(call, pasted[1]);
  }
  return hasCredentialShape(text)
    ? answer(call, text)
    : seeOther(withQuery("/search", [["q", text]]));
}

/**
 * Names are compared by their letters, which would cost much for a text that is longer than any of them; and only so
 * much is searched for a credential, so no more may get into a URL.
 */
function searched(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxSearchText).trim();
}

/** The text may be a secret, so the page does not contain it. */
async function answer(call: ViewerCall, text: string): Promise<Reply> {
  const found = await find(call, text);
  return pageReply(searchPage({ viewer: call.viewer, text: "", found }));
}

function withQuery(path: string, entries: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams(
    Object.fromEntries(entries.filter(([, value]) => value !== "")),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}
