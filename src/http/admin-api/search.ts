/** Search in the admin API: names, IDs, addresses, and credentials. */
import { z } from "zod";
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
import { apiKeyRole } from "./api-keys.ts";
import { access, itsId, namedApplication, namedUser, time, timeOf, timeOrNull } from "./shapes.ts";

const suspended = z.boolean().describe("Whether it is suspended.");
const application = namedApplication.extend({
  owner: z.string().describe("The owner's screen name."),
  suspended,
});

const credential = z
  .strictObject({
    kind: z.enum(credentialKinds).describe("Which kind of credential it is."),
    purpose: z
      .enum(["invitation", "password-reset", "account-recovery", "admin", "email"])
      .nullable()
      .describe("What a link is for; null for another credential."),
    active: z.boolean().describe("Whether it works."),
    inactive_because: z.enum(inactiveReasons).nullable().describe("Null if it is active."),
    previous: z
      .boolean()
      .describe("The previous consumer secret, or the bearer token that was fetched with it."),
    application: application.nullable().describe("The application whose it is."),
    user: namedUser
      .extend({ suspended })
      .nullable()
      .describe("The user who gave access, or whom a link is about."),
    api_key: z
      .strictObject({ id: itsId, name: z.string().describe("Its name."), role: apiKeyRole })
      .nullable()
      .describe("The API key, if it is one."),
    access: access.nullable().describe("What an access token or a request token may do."),
    created_at: time.nullable().describe("When it was created; null if it is not known."),
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
      credentials: z.array(credential).describe("The credential that the text is, if it is one."),
      applications: z.array(application).describe("Applications."),
      users: z
        .array(
          namedUser.extend({
            name: z.string().describe("The name that other users see."),
            email: z.string().describe("The email address; empty for none."),
            admin: z.boolean().describe("Whether the user is an administrator."),
            suspended,
          }),
        )
        .describe("Users."),
      requests: z
        .array(
          z.strictObject({
            id: itsId,
            at: time.describe("When it arrived."),
            operation: z
              .string()
              .describe("The operation that it called; empty for a request to one of your APIs."),
            code: z.number().int().describe("The code of its error, or 0 if it was verified."),
            application: namedApplication
              .omit({ consumer_key: true })
              .describe("The application that sent it."),
          }),
        )
        .describe("The request with this ID."),
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
