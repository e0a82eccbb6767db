/**
 * Search, for a page, a program, and a command. A credential travels in a body and is found by its digest; no URL, log,
 * error, or event has it (docs/adr/0069-search.md).
 */
import type { Application } from "../../domain/application.ts";
import type { AuditContext } from "../../domain/audit.ts";
import { roleCovers } from "../../domain/collaborator.ts";
import {
  type ApplicationId,
  type ConsumerKey,
  idFrom,
  isConsumerKey,
  type UserId,
} from "../../domain/credentials.ts";
import { RequestError } from "../../domain/errors.ts";
import { isRequestId } from "../../domain/logged-request.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import {
  credentialIn,
  type FoundApplication,
  type FoundCredential,
  type FoundRequest,
  type FoundUser,
  judged,
  maxFound,
  maxSearchText,
  type SearchResult,
  type StoredCredential,
} from "../../domain/search.ts";
import { withoutAt } from "../../domain/user.ts";
import { countTry } from "../../verification/rate-limits/count-try.ts";
import type { ActionParts } from "../operation/action.ts";

/** A user who is not an administrator finds what is theirs. A program and a command search as administrators. */
export interface SearchViewer {
  readonly isAdmin: boolean;
  /** The user whose searches for credentials are counted. Undefined for a program and a command. */
  readonly userId: UserId | undefined;
  /** Of the event that says that a credential was found. */
  readonly by: AuditContext;
}

type SearchParts = Pick<ActionParts, "ledger" | "clock" | "rateLimiter">;

/** Throws `RequestError` for a user who searches for too many credentials. */
export async function search(
  { text, viewer }: { readonly text: string; readonly viewer: SearchViewer },
  parts: SearchParts,
): Promise<SearchResult> {
  const wanted = text.slice(0, maxSearchText).trim();
  const secret = credentialIn(wanted);
  if (secret !== undefined) await count(viewer, parts);
  const credentials =
    secret === undefined
      ? []
      : (await parts.ledger.storedCredentials(secret, ownId(viewer)))
          .flatMap((one) => visible(one, viewer))
          .map((one) => judged(one, parts.clock()));
  for (const one of credentials) await recordFound(one, viewer, parts.ledger);
  const named = wanted === "" ? nothing : await namedBy(wanted, viewer, parts);
  return { isCredential: secret !== undefined, credentials, ...named };
}

async function count({ userId }: SearchViewer, parts: SearchParts): Promise<void> {
  if (userId === undefined) return;
  const tries = await countTry("credential-search", userId, parts);
  if (!tries.admitted) throw new RequestError("rateLimited", tries);
}

function ownId({ isAdmin, userId }: SearchViewer): UserId | undefined {
  return isAdmin ? undefined : userId;
}

/** An editor of the application may see its keys, and a user their own access. Other users stay unnamed. */
function visible(found: StoredCredential, viewer: SearchViewer): readonly StoredCredential[] {
  if (viewer.isAdmin) return [found];
  const { application, user, ...credential } = found;
  if (application === undefined) return [];
  if (user !== undefined && user.id === viewer.userId) return [found];
  const { role } = application;
  if (role === undefined || !roleCovers(role, "editor")) return [];
  return [{ ...credential, application }];
}

async function recordFound(
  { kind, application, user, apiKey }: FoundCredential,
  { by }: SearchViewer,
  ledger: Pick<Ledger, "record">,
): Promise<void> {
  await ledger.record({
    ...by,
    name: "credential.found",
    ...(application !== undefined && { applicationId: application.id }),
    ...(user !== undefined && { userId: user.id }),
    details: { kind, ...(apiKey !== undefined && { key: apiKey.name }) },
  });
}

type Named = Pick<SearchResult, "applications" | "users" | "requests">;
const nothing: Named = { applications: [], users: [], requests: [] };

async function namedBy(text: string, viewer: SearchViewer, parts: SearchParts): Promise<Named> {
  return viewer.isAdmin ? namedForAdmins(text, parts) : namedOf(text, viewer, parts);
}

async function namedForAdmins(text: string, { ledger, clock }: SearchParts): Promise<Named> {
  const wanted = { text };
  const page = { after: undefined, size: maxFound };
  const [applications, users, request] = await Promise.all([
    ledger.searchApplications(wanted, page),
    ledger.searchUsers({ ...wanted, text: withoutAt(text) }, page),
    requestWith(text, ledger, clock()),
  ]);
  const application = request && (await ledger.applicationById(request.applicationId));
  return {
    applications: applications.map((one) => foundApplication(one, undefined)),
    users: users.map(foundUser),
    requests: foundRequests(request, application),
  };
}

/** Exact matches come first. What is looked up does not depend on what is found. */
async function namedOf(
  text: string,
  { userId }: SearchViewer,
  { ledger, clock }: SearchParts,
): Promise<Named> {
  if (userId === undefined) return nothing;
  const request = await requestWith(text, ledger, clock());
  const exact = await exactApplication(text, request?.applicationId, ledger);
  const role = await ledger.applicationRole(exact?.id ?? noApplication, userId);
  const theirs = { text, order: "name", offset: 0, size: maxFound } as const;
  const { slice } = await ledger.applicationsFor(userId, theirs);
  const mine = exact !== undefined && role !== undefined ? [foundApplication(exact, role)] : [];
  const named = slice
    .filter(({ id }) => id !== mine[0]?.id)
    .map((one) => foundApplication(one, one.role));
  const isMine = role !== undefined && roleCovers(role, "editor");
  return {
    applications: [...(request === undefined ? mine : []), ...named].slice(0, maxFound),
    users: [],
    requests: isMine ? foundRequests(request, exact) : [],
  };
}

const noApplication = "0" as ApplicationId;

async function exactApplication(
  text: string,
  ofRequest: ApplicationId | undefined,
  ledger: Ledger,
): Promise<Application | undefined> {
  const byKey = isConsumerKey(text)
    ? await ledger.applicationByConsumerKey(text as ConsumerKey)
    : undefined;
  const id = ofRequest ?? idFrom<ApplicationId>(text);
  return (await ledger.applicationById(id ?? noApplication)) ?? byKey;
}

async function requestWith(text: string, ledger: Ledger, now: number) {
  return isRequestId(text) ? ledger.loggedRequest(text, now) : undefined;
}

function foundRequests(
  request: Awaited<ReturnType<typeof requestWith>>,
  application: Application | undefined,
): readonly FoundRequest[] {
  if (request === undefined || application === undefined) return [];
  const { id, at, operation, code } = request;
  const { id: applicationId, name } = application;
  return [{ id, at, operation, code, application: { id: applicationId, name } }];
}

function foundApplication(
  { id, name, consumerKey, icon, ownerScreenName, suspendedBecause }: Application,
  role: FoundApplication["role"],
): FoundApplication {
  return { id, name, consumerKey, icon, ownerScreenName, suspendedBecause, role };
}

function foundUser({
  id,
  screenName,
  name,
  email,
  isAdmin,
  suspendedBecause,
}: FoundUser): FoundUser {
  return { id, screenName, name, email, isAdmin, suspendedBecause };
}
