import { asAdmin } from "../../domain/audit-context.ts";
import { roleCovers } from "../../domain/collaborator.ts";
import { usesOf } from "../../domain/credential-use.ts";
import type { ApplicationId } from "../../domain/credentials.ts";
import { snakeName } from "../../domain/fields/field.ts";
import {
  type Filter,
  type Filters,
  type FilterValue,
  filterValueIn,
  type Narrowed,
} from "../../domain/fields/filter.ts";
import { folded } from "../../domain/folded-text.ts";
import { isByName, type ListOrder } from "../../domain/operating.ts";
import { isApplicationOrder, type OwnSearch } from "../../domain/own-applications.ts";
import type { Users } from "../../domain/ports/users.ts";
import type { FoundCredential } from "../../domain/search.ts";
import type { Session } from "../../domain/session.ts";
import { beginOf, usagePeriods } from "../../domain/usage-periods.ts";
import type { FilterProblem, ListSearch } from "../../pages/views/admin/search.ts";
import type { CredentialCard, Found, FoundPage } from "../../pages/views/found.ts";
import { linksFor, type SearchLink } from "../../pages/views/search-links.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";
import { search } from "../actions/search.ts";
import { userGiven } from "../actions/user-given.ts";
import type { Parameter } from "../operation/endpoint.ts";
import { pageSize } from "./paging.ts";
import { auditContextOf } from "./signed-in.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** The filters of a list as parameters of its page. Several IDs at once are for programs. */
export function filterParameters(table: Filters): readonly Parameter[] {
  return Object.entries(table).flatMap(([name, filter]) => {
    if (filter.kind === "several") return [];
    const parameter = { name: snakeName(name), required: false, meaning: filter.meaning };
    if (filter.kind === "flag") return [{ ...parameter, values: ["on"] }];
    if (filter.kind !== "choice") return [parameter];
    return [{ ...parameter, values: Object.keys(filter.choices) }];
  });
}

/** What administrators search for among all users or applications: as they wrote it, and what it means. */
export async function listSearchIn<Table extends Filters, Order extends ListOrder>(
  incoming: Incoming,
  table: Table,
  orders: readonly Order[],
  ledger: Pick<Users, "userByScreenName" | "userById">,
): Promise<{
  readonly asked: ListSearch;
  readonly search: { readonly text: string; readonly filters: Narrowed<Table>; order: Order };
}> {
  const query = queryOf(incoming);
  const { input, filters, problems } = await filtersIn(query, table, ledger);
  const text = textIn(query, "q");
  const wanted = orders.find((one) => one === query.get("order"));
  const order = wanted === undefined || (text !== "" && !isByName(wanted)) ? orders[0] : wanted;
  return {
    asked: { text, input, problems, order: order as Order },
    search: { text, filters, order: order as Order },
  };
}

/** The filters that a query or a form has. */
export async function filtersIn<Table extends Filters>(
  given: Given,
  table: Table,
  ledger: Pick<Users, "userByScreenName" | "userById">,
): Promise<
  Required<Pick<ListSearch, "input" | "problems">> & { readonly filters: Narrowed<Table> }
> {
  const input: Record<string, string> = {};
  const filters: Record<string, FilterValue> = {};
  const problems: Record<string, FilterProblem> = {};
  for (const [name, filter] of Object.entries(table)) {
    const key = snakeName(name);
    const text = textIn(given, key);
    if (text === "" || filter.kind === "several") continue;
    const value = await meaningOf(filter, text, ledger);
    if (value !== undefined) filters[name] = value;
    else if (filter.kind === "user") problems[key] = "unknown-user";
    else if (filter.kind !== "choice" && filter.kind !== "flag") problems[key] = "day";
    if (value !== undefined || Object.hasOwn(problems, key)) input[key] = text;
  }
  return { input, filters: filters as Narrowed<Table>, problems };
}

/** A query or a form. */
export type Given = { get(name: string): string | null | undefined };

function textIn(given: Given, name: string): string {
  return (given.get(name) ?? "").trim().slice(0, maxSearch);
}

async function meaningOf(
  filter: Filter,
  given: string,
  ledger: Pick<Users, "userByScreenName" | "userById">,
): Promise<FilterValue | undefined> {
  if (filter.kind === "user") return (await userGiven(ledger, given))?.id;
  if (filter.kind === "flag") return given === "on" ? true : undefined;
  return filterValueIn(filter, given);
}

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

/**
 * What the viewer may open: names, actions, and pages, at most `maxFound` in total, and whose a pasted credential is.
 * Throws `RequestError` for a user who searches for too many credentials.
 */
export async function find(call: ViewerCall, text: string): Promise<Found> {
  const { viewer, session, dependencies } = call;
  const by = viewer.isAdmin ? asAdmin(auditContextOf(call)) : auditContextOf(call);
  const who = { isAdmin: viewer.isAdmin, userId: session.userId, by };
  const found = await search({ text, viewer: who }, dependencies);
  const applications = found.applications
    .slice(0, maxOfKind)
    .map((one) => ({ ...one, href: `${areaOf(call)}/applications/${one.id}` }));
  const users = found.users.slice(0, maxOfKind);
  const requests = found.requests.map((one) => ({
    ...one,
    href: `${areaOf(call)}/applications/${one.application.id}/requests/${one.id}`,
  }));
  const credentials = await Promise.all(found.credentials.map((one) => cardOf(call, one)));
  const names = { isCredential: found.isCredential, credentials, requests, applications, users };
  if (found.isCredential) return { ...names, actions: [], pages: [] };
  const variables = dependencies.config.display.map((one) => one.variable);
  const links = linksFor(viewer, applications[0], variables);
  const left = maxFound - applications.length - users.length - requests.length;
  const actions = matching(links.actions, text).slice(0, Math.min(left, maxOfKind));
  const pages = matching(links.pages, text).slice(0, left - actions.length);
  return { ...names, actions, pages };
}

const maxFound = 8;
const maxOfKind = 3;

function areaOf({ viewer }: ViewerCall): "/admin" | "/portal" {
  return viewer.isAdmin ? "/admin" : "/portal";
}

async function cardOf(
  call: ViewerCall,
  { application, ...found }: FoundCredential,
): Promise<CredentialCard> {
  const { dependencies, now } = call;
  const card = { ...found, ...actsOn(call, { ...found, ...(application && { application }) }) };
  if (application === undefined) return { ...card, requestsOfLastHour: undefined };
  const { id } = application;
  const signs = found.kind === "consumer-key" || found.kind === "consumer-secret";
  const [stored, overlap, ofLastHour] = await Promise.all([
    dependencies.ledger.applicationById(id),
    signs ? overlapOf(call, id) : undefined,
    dependencies.usage.requestsOf(
      [id],
      usagePeriods.hour.resolution,
      beginOf(usagePeriods.hour, now),
    ),
  ]);
  const requests = signs && found.isActive ? ofLastHour.get(id) : undefined;
  return {
    ...card,
    application: { ...application, icon: stored?.icon },
    requestsOfLastHour: requests === 0 ? undefined : requests,
    overlap,
  };
}

async function overlapOf(
  { dependencies: { ledger, sources }, session: { userId }, now }: ViewerCall,
  applicationId: ApplicationId,
): Promise<CredentialCard["overlap"]> {
  const keys = await ledger.applicationKeys({ applicationId, userId }, now);
  const { previousSecretUntil: until } = keys;
  if (until === undefined) return undefined;
  return { until, uses: usesOf(await sources.sourcesOf(applicationId, now), { ...keys, now }) };
}

/** An administrator acts on their own pages, and a developer in the portal. */
function actsOn(
  call: ViewerCall,
  found: FoundCredential,
): Pick<CredentialCard, "suspend" | "endHref" | "useHref"> {
  const { isAdmin } = call.viewer;
  const { application, user } = found;
  const href = application && `${areaOf(call)}/applications/${application.id}`;
  const endHref = isAdmin ? endedByAdmin(found, href) : endedByUser(found, href, call.session);
  if (!isAdmin) {
    const { role } = application ?? {};
    const useHref = role !== undefined && roleCovers(role, "editor") ? `${href}/keys` : undefined;
    return { suspend: undefined, endHref, useHref };
  }
  if (application === undefined) {
    const suspend = user && {
      href: `/admin/users/${user.id}#suspension`,
      name: `@${user.screenName}`,
    };
    const isSelf = user?.id === call.session.userId;
    const canSuspend = user?.suspendedBecause === undefined && !isSelf;
    return { suspend: canSuspend ? suspend : undefined, endHref, useHref: undefined };
  }
  const suspend = { href: `${href}#contain`, name: application.name };
  const canSuspend = application.suspendedBecause === undefined;
  return { suspend: canSuspend ? suspend : undefined, endHref, useHref: `${href}#sources` };
}

function endedByAdmin(
  { endedBy, kind, user, apiKey }: FoundCredential,
  href: string | undefined,
): string | undefined {
  switch (endedBy) {
    case "regenerateConsumerSecret":
    case "revokePreviousSecret":
      return `${href}#end-secret`;
    case "revokeAccess":
      return kind === "bearer-token" ? `${href}#bearer` : `/admin/users/${user?.id}#grants`;
    case "revokeApiKey":
      return `/admin/api-keys#key-${apiKey?.id}`;
    case "withdrawInvitation":
      return "/admin/invitations";
    default:
      return undefined;
  }
}

/** An editor can't end the access of other users; their own is ended in their account. */
function endedByUser(
  { endedBy, kind, user }: FoundCredential,
  href: string | undefined,
  { userId }: Session,
): string | undefined {
  switch (endedBy) {
    case "regenerateConsumerSecret":
      return `${href}/consumer-secret`;
    case "revokePreviousSecret":
      return `${href}/keys`;
    case "revokeAccess":
      if (kind === "bearer-token") return `${href}/bearer-token`;
      return user?.id === userId ? "/account/applications" : undefined;
    default:
      return undefined;
  }
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
