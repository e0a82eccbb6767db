/** Every read of the database, in all its forms, for tests of how an engine finds the rows. */
import {
  type AccessToken,
  type ApiKeyId,
  type ApplicationId,
  type BulkActionId,
  type ConsumerKey,
  type RequestToken,
  Secret,
  type TokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type {
  ApplicationFilters,
  TokenFilters,
  UserFilters,
} from "../../domain/fields/list-filters.ts";
import { importedKinds } from "../../domain/imported.ts";
import { applicationOrders } from "../../domain/own-applications.ts";
import type { PasskeyId } from "../../domain/passkey.ts";
import { personalParts } from "../../domain/personal-data.ts";
import type { Ledger } from "../../domain/ports/ledger.ts";
import type { WriteName } from "../sql/write.ts";

const user = "1000000000000001" as UserId;
const application = "1000000000000002" as ApplicationId;
const digest = "x" as TokenDigest;
const pages = [
  { after: undefined, size: 51 },
  { after: "1000000000000003", size: 51 },
];
/** A position by name and by creation. */
const place = "1000000000000003 1700000000000";
const places = [
  { after: undefined, size: 51 },
  { after: place, size: 51 },
];
const bothWays = [...places, { after: undefined, before: place, size: 51 }];
const byName = ["name", "name-down"] as const;
const byCreation = ["newest", "oldest"] as const;
const byUse = ["recently-used", "longest-unused"] as const;
/** Each filter alone, and all of them together. */
const ofUsers: readonly UserFilters[] = [
  {},
  { state: "suspended" },
  { state: "active" },
  { admin: "true" },
  { admin: "false" },
  { createdFrom: 1, createdBefore: 2 },
  { ids: [user, "1000000000000003"] },
];
const ofTokens: readonly TokenFilters[] = [
  {},
  { access: "read", issuedFrom: 1, issuedBefore: 2 },
  { lastUsedFrom: 1, lastUsedBefore: 2 },
  { neverUsed: true },
  { unusedSince: 1 },
];
const ofApplications: readonly ApplicationFilters[] = [
  {},
  { state: "suspended" },
  { state: "active" },
  { state: "unconfirmed-schemes" },
  { approval: "approved" },
  { approval: "waiting" },
  { approval: "asked", access: "read" },
  { approval: "declined" },
  { access: "read" },
  { access: "write", state: "active" },
  { owner: user },
  { lastUsedFrom: 1 },
  { lastUsedBefore: 1 },
  { neverUsed: true },
  { secretSetFrom: 1 },
  { secretSetBefore: 1 },
  { createdFrom: 1, createdBefore: 2 },
  { ids: [application, "1000000000000003"] },
  { consumerKeys: ["k", "l"] },
  { plan: ["free", "partner"] },
];
const texts = [
  "",
  "wea",
  "weather",
  "42",
  "1000000000000001",
  "A".repeat(25),
  "alice@users.example",
];
const filters = [
  {},
  { name: "user.signed-in" },
  { actor: `user:${user}` },
  { userId: user },
  { applicationId: application },
  { from: 1, before: 2 },
  { name: "user.signed-in", applicationId: application, userId: user, from: 1, before: 2 },
  { involvedId: user },
  { involvedId: user, name: "user.signed-in", oldestFirst: true, from: 1, before: 2 },
  { oldestFirst: true },
  { userId: user, upTo: "1" },
  // They are read in spans of IDs.
  { names: ["user.signed-in", "user.signed-out"], upTo: String(Number.MAX_SAFE_INTEGER - 9) },
  { name: "access.approved", access: "write", upTo: "1" },
] as const;

type ReadName = Exclude<keyof Ledger, WriteName | "problems">;

export async function askEveryRead(ledger: Ledger): Promise<void> {
  for (const ask of Object.values(everyRead)) await ask(ledger);
}

/** Calls each read; a read without an entry is a type error. */
const everyRead: { readonly [Name in ReadName]: (reads: Ledger) => unknown } = {
  personalData: (reads) =>
    each(personalParts, (part) =>
      each([undefined, "7"], (after) => reads.personalData({ userId: user, part, after })),
    ),
  userByScreenName: (reads) => reads.userByScreenName("alice"),
  passwordOf: (reads) => each(["alice", "alice@users.example"], (name) => reads.passwordOf(name)),
  usersWithEmail: (reads) => reads.usersWithEmail("alice@users.example", 10),
  users: (reads) => each(pages, (page) => reads.users(page)),
  userById: (reads) => reads.userById(user),
  applicationByConsumerKey: (reads) => reads.applicationByConsumerKey("k" as never),
  applicationById: (reads) => reads.applicationById(application),
  applicationsNamed: (reads) =>
    each(texts, (name) => reads.applicationsNamed({ ownerId: user, name }, 9)),
  applicationsOf: (reads) => each(places, (page) => reads.applicationsOf(user, page)),
  applicationsFor: (reads) =>
    each(applicationOrders, (order) =>
      reads.applicationsFor(user, { text: "a", order, offset: 0, size: 9 }),
    ),
  applicationKeys: (reads) =>
    reads.applicationKeys({ applicationId: application, userId: user }, 1),
  applicationIcon: (reads) => reads.applicationIcon(application),
  applicationRole: (reads) => reads.applicationRole(application, user),
  collaborators: (reads) => reads.collaborators(application, 0),
  applicationInvitations: (reads) =>
    each([undefined, `1-${application}-admin`], (after) =>
      reads.applicationInvitations(user, 1, { after, size: 9 }),
    ),
  notificationsOff: (reads) => reads.notificationsOff(user),
  noticesWait: (reads) => reads.noticesWait(1),
  nextAccountNotice: (reads) => reads.nextAccountNotice(1),
  grantCounts: (reads) => reads.grantCounts(application, 1),
  accessTokens: (reads) =>
    each(
      [
        [application, user],
        [application, undefined],
        [undefined, user],
      ] as const,
      ([applicationId, userId]) =>
        each(
          [undefined, { applicationId: application, userId: user, access: "read" }] as const,
          (after) =>
            each(ofTokens, (filters) =>
              reads.accessTokens({ applicationId, userId, filters, after, size: 9 }),
            ),
        ),
    ),
  storedCredentials: (reads) =>
    each([undefined, user], (viewer) => reads.storedCredentials(new Secret("x"), viewer)),
  accessTokenHolder: (reads) => reads.accessTokenHolder("1-t"),
  countGrants: (reads) => reads.countGrants(application, 10),
  applications: (reads) => each(pages, (page) => reads.applications(page)),
  ownsApplications: (reads) => reads.ownsApplications(user),
  consumerCredentials: (reads) => reads.consumerCredentials("k", 1),
  accessTokenCredentials: (reads) =>
    reads.accessTokenCredentials("k" as ConsumerKey, "t" as AccessToken, 1),
  requestTokenOfVerifier: (reads) => reads.requestTokenOfVerifier(application, "v", 1),
  requestTokenCredentials: (reads) =>
    reads.requestTokenCredentials("k" as ConsumerKey, "t" as RequestToken, 1),
  bearerApplication: (reads) => reads.bearerApplication(digest, 1),
  outstandingBearerToken: (reads) =>
    reads.outstandingBearerToken(
      { applicationId: application, authenticatedBy: new Secret("x") },
      1,
    ),
  requestToken: (reads) => reads.requestToken("t", 1),
  pendingApprovals: (reads) => reads.pendingApprovals(user, 1),
  grants: (reads) => reads.grants(application, user),
  connectedApplications: (reads) => each(pages, (page) => reads.connectedApplications(user, page)),
  grantedApplications: (reads) =>
    each(applicationOrders, (order) =>
      reads.grantedApplications(user, { text: "a", order, offset: 0, size: 9 }),
    ),
  session: (reads) => reads.session(digest),
  sessionsOf: (reads) => each(pages, (page) => reads.sessionsOf(user, 1, page)),
  factorsOf: (reads) => reads.factorsOf(user),
  sealedTotpSecret: (reads) => reads.sealedTotpSecret(user),
  waitingSignIn: (reads) => reads.waitingSignIn(digest, 1),
  identityHolder: (reads) => reads.identityHolder({ issuer: "i", subject: "s" }),
  identitiesOf: (reads) => reads.identitiesOf(user),
  passkeyHolder: (reads) => reads.passkeyHolder("p" as PasskeyId),
  apiKeys: (reads) => each(pages, (page) => reads.apiKeys(page)),
  apiKeyWithDigest: (reads) => reads.apiKeyWithDigest(digest),
  bulkActions: (reads) =>
    each([undefined, "1700000000000 1000000000000003"], (after) =>
      reads.bulkActions({ after, size: 51 }),
    ),
  bulkAction: (reads) => reads.bulkAction("1000000000000004" as BulkActionId),
  bulkItems: (reads) =>
    each([undefined, `${application} ${user} read`], async (after) => {
      const page = { after, size: 50, olderThan: 9 };
      const kind = "revoke-access-tokens" as const;
      for (const [applicationId, userId] of [
        [application, undefined],
        [undefined, user],
      ] as const) {
        for (const filters of ofTokens) {
          await reads.bulkItems({ kind, applicationId, userId, filters }, page);
        }
      }
      for (const filters of ofApplications) {
        const slice = { ...page, after: after && application };
        await reads.bulkItems({ kind: "restore-applications", filters }, slice);
        await reads.bulkItems({ kind: "suspend-applications", filters, because: "" }, slice);
      }
    }),
  unusedAccess: (reads) =>
    each([undefined, 90], (days) =>
      each([undefined, { applicationId: application, userId: user }], (after) =>
        reads.unusedAccess({ days, now: 1 }, { after, size: 2 }),
      ),
    ),
  unusedAccessPart: (reads) =>
    each([undefined, "7 7"], (after) =>
      reads.unusedAccessPart({ days: 90, now: 1 }, { after, size: 2 }),
    ),
  waitingBulkActions: (reads) => reads.waitingBulkActions("x", 1),
  adminRequest: (reads) => reads.adminRequest(digest),
  storedAdminRequests: (reads) => reads.storedAdminRequests("7" as ApiKeyId),
  linkFor: (reads) => reads.linkFor({ digest, purpose: "invitation" }, 1),
  links: (reads) => each(pages, (page) => reads.links("invitation", 1, page)),
  withdrawnInvitation: (reads) => reads.withdrawnInvitation(digest, 1),
  searchUsers: (reads) =>
    each(bothWays, (page) =>
      each(ofUsers, async (filters) => {
        await each(byCreation, (order) => reads.searchUsers({ text: "", filters, order }, page));
        await each(texts, (text) =>
          each(byName, (order) => reads.searchUsers({ text, filters, order }, page)),
        );
      }),
    ),
  userSummaries: (reads) =>
    each([[user], [user, "9" as UserId]], (some) => reads.userSummaries(some)),
  countUsers: (reads) =>
    each(texts, (text) => each(ofUsers, (filters) => reads.countUsers({ text, filters }, 9))),
  countApplications: (reads) =>
    each(texts, (text) =>
      each(ofApplications, (filters) => reads.countApplications({ text, filters }, 9)),
    ),
  searchApplications: (reads) =>
    each(bothWays, (page) =>
      each(ofApplications, async (filters) => {
        await each([...byCreation, ...byUse], (order) =>
          reads.searchApplications({ text: "", filters, order }, page),
        );
        await each(texts, (text) =>
          each(byName, (order) => reads.searchApplications({ text, filters, order }, page)),
        );
      }),
    ),
  eventsOf: (reads) => each(pages, (page) => reads.eventsOf(user, page)),
  eventsBy: (reads) =>
    each(pages, (page) => each(filters, (filter) => reads.eventsBy(filter, page))),
  countEvents: (reads) =>
    each(pages, (page) => each(filters, (filter) => reads.countEvents(filter, page))),
  changesOf: (reads) => reads.changesOf(application, { since: 1, until: 2 }),
  eventsAfter: (reads) => reads.eventsAfter("0", 9),
  setting: (reads) => reads.setting("sign-up"),
  applicationLimits: (reads) => reads.applicationLimits(),
  plans: (reads) => reads.plans(),
  apiLimits: (reads) => reads.apiLimits(),
  usageOf: (reads) => reads.usageOf(application, 300, { since: 1 }),
  administrators: (reads) => each(pages, (page) => reads.administrators(page)),
  hasAdmin: (reads) => reads.hasAdmin(),
  hoursOf: (reads) =>
    each([[application], [application, "1000000000000003" as ApplicationId]], (some) =>
      reads.hoursOf(some, 1),
    ),
  requestsOf: (reads) =>
    each([[application], [application, "1000000000000003" as ApplicationId]], (some) =>
      reads.requestsOf(some, 300, 1),
    ),
  applicationIds: (reads) =>
    each([["k"], ["k", "l"]] as never[][], (keys) => reads.applicationIds(keys)),
  sourcesOf: (reads) => reads.sourcesOf(application, 1),
  countTokensUsedFromNewSources: (reads) =>
    reads.countTokensUsedFromNewSources({ applicationId: application, since: 1 }, 9),
  tokensUsedFromNewSources: (reads) =>
    each([undefined, { token: "t" as AccessToken, at: 1 }], (after) =>
      reads.tokensUsedFromNewSources({ applicationId: application, since: 1 }, { after, size: 9 }),
    ),
  traitTotals: (reads) => reads.traitTotals(1),
  traitUses: (reads) =>
    each([undefined, application], (after) =>
      reads.traitUses({ trait: "hmac-sha1", sinceDay: 1 }, { after, size: 9 }),
    ),
  traitsOf: (reads) => reads.traitsOf(application, 1),
  programUses: (reads) =>
    each([undefined, { program: "curl/8.5", applicationId: application }], (after) =>
      reads.programUses("curl/8", { after, size: 9 }),
    ),
  recordCounts: (reads) => reads.recordCounts(),
  deliveriesDue: (reads) => reads.deliveriesDue(["one", "other"], 1),
  receiverStates: (reads) => reads.receiverStates(["one"]),
  waitingDeliveries: (reads) =>
    each([undefined, "1"], (after) => reads.waitingDeliveries("one", { after, size: 9 })),
  revocations: (reads) => reads.revocations({ after: 0, size: 9 }),
  loggedRequests: (reads) => reads.loggedRequests(application, 1),
  listedRequests: (reads) => reads.listedRequests(application, 1),
  loggedRequest: (reads) => reads.loggedRequest("i", 1),
  exportedRecords: (reads) =>
    each(importedKinds, (kind) =>
      each([undefined, user], (after) => reads.exportedRecords({ kind, after, size: 9 })),
    ),
  bytes: (reads) => reads.bytes(),
  ping: (reads) => reads.ping(),
};

async function each<T>(all: readonly T[], ask: (one: T) => unknown): Promise<void> {
  for (const one of all) await ask(one);
}
