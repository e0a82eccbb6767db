/** The typed filter of the audit log becomes one that the database understands. */

import { accessLevels, isAccessLevel } from "../../domain/access.ts";
import type { Application } from "../../domain/application.ts";
import {
  administratorEvents,
  type EventGroup,
  eventGroups,
  eventsIn,
  isAuditEvent,
} from "../../domain/audit.ts";
import {
  type ApplicationId,
  idFrom,
  isConsumerKey,
  type UserId,
} from "../../domain/credentials.ts";
import { dayMs } from "../../domain/day.ts";
import type { EventFilter } from "../../domain/operating.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import { withoutAt } from "../../domain/user.ts";
import type { AuditProblem } from "../../pages/languages/english/audit.ts";
import type { AuditFields } from "../../pages/views/admin/audit.ts";
import { type Incoming, queryOf } from "../../verification/authentication/incoming.ts";

export interface AuditFilter {
  readonly input: AuditFields;
  readonly filter: EventFilter;
  readonly problems: Partial<Record<keyof AuditFields, AuditProblem>>;
  /** If several applications match the typed name, these are offered. */
  readonly choices: readonly Application[];
  readonly query: URLSearchParams;
  /** The previous page ended with the event of this id. */
  readonly after: string | undefined;
}

/** One download reads so many events. The next continues with the last line's id as `after`. */
export const maxExported = 50_000;

/** The endpoints read these names of the query. */
export const auditParameters = [
  {
    name: "q",
    required: false,
    meaning:
      "Words that each event contains in a name, its description, a detail, or the IP address.",
  },
  {
    name: "name",
    required: false,
    meaning:
      "The name of an event, or of a group of events; `changes` for all events that changed something, `administration` for what only administrators do.",
  },
  {
    name: "access",
    required: false,
    meaning: "The access level among the event's details.",
    values: accessLevels,
  },
  {
    name: "user",
    required: false,
    meaning: "The user it is about: a screen name, with or without `@`, or an ID.",
  },
  {
    name: "application",
    required: false,
    meaning: "The application it is about: a consumer key, an ID, or a name.",
  },
  {
    name: "actor",
    required: false,
    meaning:
      "Who did it: a screen name, with or without `@`, a consumer key, `api-key:` and the name of an API key, command-line, service or anonymous.",
  },
  {
    name: "involved",
    required: false,
    meaning: "Who did it or whom it is about: a screen name, with or without `@`, or an id.",
  },
  { name: "from", required: false, meaning: "The first day (UTC), such as 2026-05-03." },
  { name: "to", required: false, meaning: "The last day (UTC)." },
  { name: "after", required: false, meaning: "The ID of the last event on the previous page." },
] as const;

export async function auditFilterIn(incoming: Incoming, ledger: Ledger): Promise<AuditFilter> {
  const given = queryOf(incoming);
  const text = (key: string) => (given.get(key) ?? "").trim().slice(0, longest);
  const input: AuditFields = {
    q: text("q"),
    name: isEventChoice(text("name")) ? text("name") : "",
    access: isAccessLevel(text("access")) ? text("access") : "",
    user: text("user"),
    application: text("application"),
    involved: text("involved"),
    actor: text("actor"),
    from: text("from"),
    to: text("to"),
  };
  const userId = await userNamed(input.user, ledger);
  const involvedId = await userNamed(input.involved, ledger);
  const applications = await applicationsNamed(input.application, ledger);
  const actor = await actorNamed(input.actor, ledger);
  const [from, lastDay] = [dayOf(input.from), dayOf(input.to)];
  const [application, ...others] = applications ?? [];
  const problems = {
    ...(userId === unknown && { user: "unknown-user" as const }),
    ...(involvedId === unknown && { involved: "unknown-user" as const }),
    ...(applications?.length === 0 && { application: "unknown-application" as const }),
    ...(others.length > 0 && { application: "several" as const }),
    ...(actor === unknown && { actor: "unknown-actor" as const }),
    ...(from === unknown && { from: "day" as const }),
    ...(lastDay === unknown && { to: "day" as const }),
  };
  const after = given.get("after") ?? "";
  return {
    input,
    problems,
    filter: {
      ...eventsChosen(input.name),
      ...(isAccessLevel(input.access) && { access: input.access }),
      ...(typeof userId === "string" && { userId }),
      ...(typeof involvedId === "string" && { involvedId }),
      ...(application !== undefined && { applicationId: application.id }),
      ...(typeof actor === "string" && { actor }),
      ...(typeof from === "number" && { from }),
      ...(typeof lastDay === "number" && { before: lastDay + dayMs }),
    },
    choices: others.length > 0 ? (applications ?? []).filter(isWhole) : [],
    query: new URLSearchParams(Object.entries(input).filter(([, value]) => value !== "")),
    after: /^\d{1,15}$/.test(after) ? after : undefined,
  };
}

export const anyChange = "changes";
const administration = "administration";

function isEventChoice(text: string): boolean {
  return isAuditEvent(text) || isGroup(text) || text === anyChange || text === administration;
}

function eventsChosen(choice: string): Pick<EventFilter, "name" | "names" | "changesOnly"> {
  if (choice === "") return {};
  if (choice === anyChange) return { changesOnly: true };
  if (choice === administration) return { names: administratorEvents };
  return isGroup(choice) ? { names: eventsIn(choice) } : { name: choice };
}

function isGroup(text: string): text is EventGroup {
  return eventGroups.some((one) => one === text);
}

const unknown = Symbol("unknown name");
const longest = 255;

/**
 * An account's id takes precedence over a screen name of digits; `@` marks a name. A deleted user's
 * id still finds their events.
 */
async function userNamed(
  text: string,
  ledger: Ledger,
): Promise<UserId | undefined | typeof unknown> {
  if (text === "") return undefined;
  const id = idFrom<UserId>(text);
  if (id !== undefined && (await ledger.userById(id)) !== undefined) return id;
  return (await ledger.userByScreenName(withoutAt(text)))?.id ?? id ?? unknown;
}

type Found = Application | { readonly id: ApplicationId };

/** A whole key comes first, because choices are offered by key; then names that equal or begin with the text. */
async function applicationsNamed(
  text: string,
  ledger: Ledger,
): Promise<readonly Found[] | undefined> {
  if (text === "") return undefined;
  const byKey = await applicationWithKey(text, ledger);
  if (byKey !== undefined) return [byKey];
  const page = { after: undefined, size: maxChoices };
  const applications = await ledger.searchApplications({ text }, page);
  const id = idFrom<ApplicationId>(text);
  if (id === undefined) return applications;
  // Digits are an id or a whole name. A deleted application's id still finds its events.
  const meant = applications.filter((one) => one.id === id || one.name === text);
  return meant.length > 0 ? meant : [{ id }];
}

const maxChoices = 20;

function isWhole(match: Found): match is Application {
  return "name" in match;
}

/** What a filter for an actor takes beside names, in every language. The field's hint lists them. */
export const actorWords = ["command-line", "service", "anonymous"] as const;

export async function actorNamed(
  text: string,
  ledger: Ledger,
): Promise<string | undefined | typeof unknown> {
  if (text === "") return undefined;
  if (actorWords.some((word) => word === text)) return text;
  if (text.startsWith("api-key:")) return text;
  const application = await applicationWithKey(text, ledger);
  if (application !== undefined) return `application:${application.id}`;
  const user = await userNamed(text, ledger);
  return typeof user === "string" ? `user:${user}` : unknown;
}

async function applicationWithKey(text: string, ledger: Ledger): Promise<Application | undefined> {
  return isConsumerKey(text) ? ledger.applicationByConsumerKey(text) : undefined;
}

function dayOf(text: string): number | undefined | typeof unknown {
  if (text === "") return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? unknown : at;
}
