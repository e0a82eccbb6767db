/** Search in the admin API: names, IDs, addresses, and credentials. */
import { z } from "zod";
import { apiKeyRoles } from "../../domain/api-key.ts";
import { dayMs } from "../../domain/day.ts";
import {
  credentialKinds,
  endingActions,
  type FoundCredential,
  inactiveReasons,
  maxSearchText,
  type SearchResult,
} from "../../domain/search.ts";
import { search as searchFor } from "../actions/search.ts";
import { operation } from "../operation/admin-operation.ts";
import { access, time, timeOf, timeOrNull } from "./shapes.ts";

const id = z.string();
const suspended = z.boolean();
const application = z.strictObject({
  id,
  name: z.string(),
  consumer_key: z.string(),
  owner: z.string().describe("The owner's screen name."),
  suspended,
});

const credential = z
  .strictObject({
    kind: z.enum(credentialKinds),
    purpose: z
      .enum(["invitation", "password-reset", "account-recovery", "admin", "email"])
      .nullable()
      .describe("Of a link."),
    active: z.boolean(),
    inactive_because: z.enum(inactiveReasons).nullable().describe("Null if it is active."),
    previous: z
      .boolean()
      .describe("The previous consumer secret, or the bearer token that was fetched with it."),
    application: application.nullable(),
    user: z.strictObject({ id, screen_name: z.string(), suspended }).nullable(),
    api_key: z.strictObject({ id, name: z.string(), role: z.enum(apiKeyRoles) }).nullable(),
    access: access.nullable().describe("Of an access token or a request token."),
    created_at: time.nullable().describe("Null if it is not known."),
    ends_at: time.nullable().describe("When it ends by itself, or has ended."),
    last_used_on: z.iso
      .date()
      .nullable()
      .describe(
        "The day in UTC; null if no use is known. Of a consumer key, its secrets, and bearer tokens: the day on which the application last sent a request.",
      ),
    ended_by: z
      .enum(endingActions)
      .nullable()
      .describe(
        "The operation that ends it. Null for what only ends with its application or by itself.",
      ),
  })
  .meta({ id: "FoundCredential" });

export const search = operation({
  at: "POST /admin/v1/search",
  name: "search",
  summary: "Find applications, users, a request, and whose a credential is",
  changesNothing: true,
  body: z
    .strictObject({
      text: z
        .string()
        .min(1)
        .max(maxSearchText)
        .describe(
          "The beginning of a name or screen name; a whole ID, consumer key, email address, or request ID; or a credential, which is found by its digest. The audit log says that it was found.",
        ),
    })
    .meta({ id: "Search" }),
  response: z
    .strictObject({
      credentials: z.array(credential),
      applications: z.array(application),
      users: z.array(
        z.strictObject({
          id,
          screen_name: z.string(),
          name: z.string(),
          email: z.string(),
          admin: z.boolean(),
          suspended,
        }),
      ),
      requests: z.array(
        z.strictObject({
          id,
          at: time,
          operation: z.string().describe("Empty if another server reported the request."),
          code: z.number().int().describe("The code of its error, or 0 if it was verified."),
          application: z.strictObject({ id, name: z.string() }),
        }),
      ),
    })
    .meta({ id: "SearchResult" })
    .describe("At most 8 of each kind."),
  async run({ body: { text }, by, dependencies }) {
    const viewer = { isAdmin: true, userId: undefined, by };
    return resultJson(await searchFor({ text, viewer }, dependencies));
  },
});

function resultJson({ credentials, applications, users, requests }: SearchResult) {
  return {
    credentials: credentials.map(credentialJson),
    applications: applications.map(applicationJson),
    users: users.map((one) => ({
      id: one.id,
      screen_name: one.screenName,
      name: one.name,
      email: one.email,
      admin: one.isAdmin,
      suspended: one.suspendedBecause !== undefined,
    })),
    requests: requests.map((one) => ({ ...one, at: timeOf(one.at) })),
  };
}

function credentialJson(one: FoundCredential): z.input<typeof credential> {
  const { lastUsedDay } = one;
  return {
    kind: one.kind,
    purpose: one.purpose ?? null,
    active: one.isActive,
    inactive_because: one.inactiveBecause ?? null,
    previous: one.isPrevious ?? false,
    application: one.application === undefined ? null : applicationJson(one.application),
    user:
      one.user === undefined
        ? null
        : {
            id: one.user.id,
            screen_name: one.user.screenName,
            suspended: one.user.suspendedBecause !== undefined,
          },
    api_key: one.apiKey ?? null,
    access: one.access ?? null,
    created_at: timeOrNull(one.createdAt),
    ends_at: timeOrNull(one.endsAt),
    last_used_on: lastUsedDay === undefined ? null : timeOf(lastUsedDay * dayMs).slice(0, 10),
    ended_by: one.endedBy ?? null,
  };
}

function applicationJson(
  one: Pick<
    SearchResult["applications"][number],
    "id" | "name" | "consumerKey" | "ownerScreenName" | "suspendedBecause"
  >,
): z.input<typeof application> {
  return {
    id: one.id,
    name: one.name,
    consumer_key: one.consumerKey,
    owner: one.ownerScreenName,
    suspended: one.suspendedBecause !== undefined,
  };
}
