/** The request log of an application, as its page in the portal and that of administrators show it. */

import { withoutOthers } from "../../doctor/logged/explanation.ts";
import type { RequestDetails } from "../../doctor/logged/request-details.ts";
import type { Application } from "../../domain/application.ts";
import { dayMs, hourMs } from "../../domain/day.ts";
import {
  isRequestId,
  type ListedRequest,
  type LoggedRequest,
} from "../../domain/logged-request.ts";
import {
  type RequestFilter,
  type RequestLogPage,
  requestPeriods,
  requestStates,
  type ShownRequest,
} from "../../pages/views/portal/applications/id/requests.ts";
import { queryOf } from "../../verification/authentication/incoming.ts";
import { openedDetails } from "../actions/explain-rejection.ts";
import { maxOthers } from "../actions/known-request.ts";
import type { ViewerCall } from "./viewer-call.ts";

/** In characters. */
const maxSearch = 200;

/** `asked` is the ID of one of them. Another application's request is treated like an unknown one. */
export async function requestLogOf(
  call: ViewerCall,
  application: Application,
  others: readonly Application[],
  asked?: string,
): Promise<Omit<RequestLogPage, "viewer" | "application" | "href" | "forEditors">> {
  const { dependencies, incoming, now } = call;
  const { ledger, keys, verifiedRequests, config } = dependencies;
  await verifiedRequests.writeForPage();
  const filter = filterIn(queryOf(incoming));
  const shown = (one: Parameters<typeof openedDetails>[0]): ShownRequest => {
    const details = openedDetails(one, keys);
    return { ...one, details: withoutOthersIn(details, others, application) };
  };
  const all = (await ledger.loggedRequests(application.id, now)).map(shown);
  const matching = all.filter((one) => matches(one, filter, now));
  const stored =
    asked !== undefined && isRequestId(asked) ? await ledger.loggedRequest(asked, now) : undefined;
  return {
    filter,
    requests: matching.filter(({ code }) => isOfState(code, filter.state)),
    counts: {
      all: matching.length,
      verified: matching.filter(({ code }) => code === 0).length,
      rejected: matching.filter(({ code }) => code !== 0).length,
    },
    codes: [...new Set(all.map(({ code }) => code))]
      .filter((code) => code !== 0)
      .sort((a, b) => a - b),
    isEmpty: all.length === 0,
    keptDays: config.requestLogDays,
    selected: stored?.applicationId === application.id ? shown(stored) : undefined,
    origin: dependencies.origins[0],
  };
}

/** The newest request of the log, or of its requests that `counts` admits. */
export async function latestRequest(
  call: ViewerCall,
  application: Application,
  counts: (one: ListedRequest) => boolean = () => true,
): Promise<ShownRequest | undefined> {
  const { dependencies, now } = call;
  const { ledger, keys, verifiedRequests } = dependencies;
  await verifiedRequests.writeForPage();
  const newest = (await ledger.listedRequests(application.id, now)).find(counts);
  const stored = newest && (await ledger.loggedRequest(newest.id, now));
  if (stored === undefined) return undefined;
  const details = openedDetails(stored, keys);
  if (details.explanation === undefined) return { ...stored, details };
  const others = await otherApplications(call, application);
  return { ...stored, details: withoutOthersIn(details, others, application) };
}

/** Nothing is revealed about applications whose keys the user does not manage. */
export async function otherApplications(
  { session, dependencies }: ViewerCall,
  application: Application,
): Promise<readonly Application[]> {
  const search = { text: "", order: "newest", offset: 0, size: maxOthers + 1 } as const;
  const { slice: own } = await dependencies.ledger.applicationsFor(session.userId, search);
  return own.filter(({ id, role }) => id !== application.id && role !== "viewer");
}

function withoutOthersIn(
  { explanation, ...details }: RequestDetails,
  others: readonly Application[],
  application: Application,
): RequestDetails {
  if (explanation === undefined) return details;
  const diagnosis = withoutOthers(explanation.diagnosis, others, application);
  return { ...details, explanation: { ...explanation, diagnosis } };
}

function filterIn(query: URLSearchParams): RequestFilter {
  const code = query.get("cause") ?? "";
  return {
    text: (query.get("q") ?? "").trim().slice(0, maxSearch),
    state: requestStates.find((one) => one === query.get("show")) ?? "all",
    code: /^[0-9]{1,4}$/.test(code) ? Number(code) : undefined,
    period: requestPeriods.find((one) => one === query.get("within")) ?? "all",
  };
}

const periodMs = { hour: hourMs, day: dayMs, all: Number.POSITIVE_INFINITY } as const;

function matches(
  { id, at, operation, code, screenName = "", details }: ShownRequest,
  filter: RequestFilter,
  now: number,
): boolean {
  if (filter.code !== undefined && code !== filter.code) return false;
  if (now - at > periodMs[filter.period]) return false;
  const text = filter.text.toLowerCase();
  const places = [id, operation, screenName, `@${screenName}`, details.target ?? ""];
  return text === "" || places.some((one) => one.toLowerCase().includes(text));
}

function isOfState(code: LoggedRequest["code"], state: RequestFilter["state"]): boolean {
  return state === "all" || (state === "verified") === (code === 0);
}
