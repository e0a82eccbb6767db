import type { Application } from "../../domain/application.ts";
import { folded } from "../../domain/folded-text.ts";
import { isByCreation, type ListOrder, type Search } from "../../domain/operating.ts";
import { isApplicationOrder, type OwnSearch } from "../../domain/own-applications.ts";
import { withoutAt } from "../../domain/user.ts";
import { isNarrowed } from "../../pages/views/admin/search.ts";
import type { Found, FoundApplication, FoundPage, FoundUser } from "../../pages/views/found.ts";
import { linksFor, type SearchLink } from "../../pages/views/search-links.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";
import { pageSize } from "./paging.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** What administrators search for among all users or applications. */
export function searchIn(incoming: Incoming): Search & { readonly order: ListOrder } {
  const query = queryOf(incoming);
  const narrowed = {
    text: (query.get("q") ?? "").trim().slice(0, maxSearch),
    suspendedOnly: query.get("suspended") === "on",
    waitingOnly: query.get("waiting") === "on",
  };
  const wanted = listOrders.find((one) => one === query.get("order")) ?? "name";
  const order = isByCreation(wanted) && isNarrowed(narrowed) ? "name" : wanted;
  return { ...narrowed, order };
}

export const listOrders: readonly ListOrder[] = ["name", "name-down", "newest", "oldest"];

/** An email address is the longest text that can be searched for. */
const maxSearch = 255;

/** A user's items are searched by part of a name, sorted, and paged. The links to pages need the number of rows. */
export function ownSearchIn(incoming: Incoming): {
  readonly search: OwnSearch;
  readonly hrefs: (total: number) => {
    readonly previousHref: string | undefined;
    readonly nextHref: string | undefined;
  };
} {
  const query = queryOf(incoming);
  const text = [...(query.get("q") ?? "").trim()].slice(0, maxNameSearch).join("");
  const wanted = query.get("order");
  const order = isApplicationOrder(wanted) ? wanted : "name";
  const page = /^[1-9]\d{0,4}$/.test(query.get("page") ?? "") ? Number(query.get("page")) : 1;
  const to = (number: number) => {
    const more = { ...(text !== "" && { q: text }), ...(order !== "name" && { order }) };
    return `${incoming.path}?${new URLSearchParams({ ...more, page: String(number) })}`;
  };
  return {
    search: { text, order, offset: (page - 1) * pageSize, size: pageSize },
    hrefs: (total) => ({
      previousHref: page > 1 ? to(page - 1) : undefined,
      nextHref: page * pageSize < total ? to(page + 1) : undefined,
    }),
  };
}

/** The longest name has so many characters. */
const maxNameSearch = 50;

/** What the viewer may open, at most `maxFound` in total. What belongs to others is not found. */
export async function find(call: ViewerCall, input: string): Promise<Found> {
  const text = input.slice(0, maxSearch);
  const [applications, users] = await Promise.all([
    foundApplications(call, text),
    call.viewer.isAdmin ? foundUsers(call, text) : [],
  ]);
  const links = linksFor(call.viewer, applications[0]);
  const left = maxFound - applications.length - users.length;
  const actions = matching(links.actions, text).slice(0, Math.min(left, maxOfKind));
  const pages = matching(links.pages, text).slice(0, left - actions.length);
  return { applications, users, actions, pages };
}

const maxFound = 8;
const maxOfKind = 3;
const firstFew = { after: undefined, before: undefined, size: maxOfKind };

async function foundApplications(
  { dependencies: { ledger }, session, viewer }: ViewerCall,
  text: string,
): Promise<readonly FoundApplication[]> {
  if (viewer.isAdmin) {
    const search = { text, suspendedOnly: false, waitingOnly: false };
    const rows = await ledger.searchApplications(search, firstFew);
    return rows.slice(0, maxOfKind).map((one) => asFound(one, `/admin/applications/${one.id}`));
  }
  const named = [...text].slice(0, maxNameSearch).join("");
  const search = { text: named, order: "name", offset: 0, size: maxOfKind } as const;
  const { slice } = await ledger.applicationsFor(session.userId, search);
  return slice.map((one) => asFound(one, `/portal/applications/${one.id}`));
}

function asFound(application: Application, href: string): FoundApplication {
  const { id, name, icon, consumerKey, ownerScreenName, suspendedBecause } = application;
  const isSuspended = suspendedBecause !== undefined;
  return { id, href, name, icon, consumerKey, ownerScreenName, isSuspended };
}

async function foundUsers(
  { dependencies: { ledger } }: ViewerCall,
  text: string,
): Promise<readonly FoundUser[]> {
  const search = { text: withoutAt(text), suspendedOnly: false };
  const rows = await ledger.searchUsers(search, firstFew);
  return rows.slice(0, maxOfKind).map(({ id, screenName, name, email, suspendedBecause }) => {
    return {
      id,
      screenName,
      name,
      email: email ?? "",
      isSuspended: suspendedBecause !== undefined,
    };
  });
}

/** Links to an application that was found fit every text; the others have to begin words with its words. */
function matching(links: readonly SearchLink[], text: string): readonly FoundPage[] {
  const words = wordsOf(text);
  return links.filter(({ words: own, isOfFound }) => {
    const all = wordsOf(own);
    return isOfFound || words.every((word) => all.some((one) => one.startsWith(word)));
  });
}

function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
