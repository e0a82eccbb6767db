/** Users in the admin API: their JSON, and the operations on their accounts. */
import { z } from "zod";
import type { UserId } from "../../domain/credentials.ts";
import { userFilters } from "../../domain/fields/list-filters.ts";
import { isByName, maxFoundCounted, userOrders } from "../../domain/operating.ts";
import type { Users } from "../../domain/ports/users.ts";
import { placeIn, placeOf } from "../../domain/slice.ts";
import { typedText } from "../../domain/typed-text.ts";
import { screenNameForm, type User } from "../../domain/user.ts";
import { personalDocument } from "../actions/personal-data.ts";
import { userGiven } from "../actions/user-given.ts";
import * as actions from "../actions/users.ts";
import { perform } from "../operation/action.ts";
import { JsonPieces, operation } from "../operation/admin-operation.ts";
import { AdminProblem } from "../operation/admin-problem.ts";
import { assertSortable, filterShape, narrowedBy } from "./filters.ts";
import {
  counted,
  countedListOf,
  digestIn,
  itsId,
  listed,
  listOf,
  page,
  pageOf,
  reasonIn,
  suspension,
  time,
  timeOf,
  userId,
} from "./shapes.ts";

/** Throws 422, because the name is part of what was sent. */
export async function userNamed(
  ledger: Pick<Users, "userByScreenName" | "userById">,
  given: string,
): Promise<User> {
  const user = await userGiven(ledger, given);
  if (user === undefined) {
    throw new AdminProblem("rejected", "No user has this screen name or ID.");
  }
  return user;
}

/** Throws 404. */
export async function userAt(ledger: Pick<Users, "userById">, id: UserId): Promise<User> {
  const user = await ledger.userById(id);
  if (user === undefined) throw new AdminProblem("not-found", "No such user.");
  return user;
}

/** Throws 404, and 409 for a user who is suspended. */
export async function activeUserAt(ledger: Pick<Users, "userById">, id: UserId): Promise<User> {
  const found = await userAt(ledger, id);
  if (found.suspendedBecause === undefined) return found;
  throw new AdminProblem("conflict", "The user is suspended. Restore the user first.");
}

export const user = z
  .strictObject({
    id: itsId,
    screen_name: z.string().describe("The name with which the user signs in."),
    name: z.string().describe("The name that other users see."),
    email: z.string().nullable().describe("The email address; null for none."),
    email_verified: z.boolean().describe("Whether the user has shown that the address works."),
    admin: z.boolean().describe("Whether the user is an administrator."),
    language: z
      .string()
      .nullable()
      .describe(
        "The language in which the user last used the pages, such as `es`; null if it isn't known.",
      ),
    suspended_because: z
      .string()
      .nullable()
      .describe("Why the user is suspended; null if the user isn't."),
    created_at: time.describe("When the account was created."),
  })
  .meta({ id: "User" });

export function userJson(one: User): z.input<typeof user> {
  return {
    id: one.id,
    screen_name: one.screenName,
    name: one.name,
    email: one.email || null,
    email_verified: one.email !== "" && one.emailVerified,
    admin: one.isAdmin,
    language: one.language ?? null,
    suspended_because: one.suspendedBecause ?? null,
    created_at: timeOf(one.createdAt),
  };
}

export const aUser = z.strictObject({ id: userId });

export const listUsers = operation({
  at: "GET /admin/v1/users",
  name: "listUsers",
  summary: "List users, by screen name unless another order is given",
  query: z.strictObject({
    ...page,
    q: z
      .string()
      .max(200)
      .describe("The beginning of a screen name, or a complete ID or email address.")
      .optional(),
    ...filterShape(userFilters),
    order: z
      .enum(userOrders)
      .describe("The order; the default is name. What q finds can only be sorted by name.")
      .optional(),
    count: counted,
  }),
  response: countedListOf("UserList", user),
  problems: ["rejected"],
  async run({ query, dependencies: { ledger } }) {
    assertSortable(query);
    const { order = "name" } = query;
    const isNamed = isByName(order);
    const { after, size } = pageOf("users", query, (text) =>
      isNamed ? screenNameIn(text) : placeIn(order, text) && text,
    );
    const filters = await narrowedBy(userFilters, query, ledger);
    const search = { text: query.q ?? "", filters, order };
    const found = await ledger.searchUsers(search, { after, size: size + 1 });
    const keyOf = (one: User) => (isNamed ? one.screenName : placeOf(order, one));
    const { data, next_cursor } = listed("users", found, size, keyOf, userJson);
    const count = query.count && (await ledger.countUsers(search, maxFoundCounted));
    return { data, next_cursor, total: count ?? null };
  },
});

/** An imported one can have other characters than a new one. */
function screenNameIn(text: string): string | undefined {
  return /^[^\p{Cc}\s]{1,200}$/u.test(text) ? text : undefined;
}

const newUser = z
  .strictObject({
    screen_name: z.string().max(200).describe(`${screenNameForm}.`),
    password: z.string().max(1000).describe("The first password."),
    name: z.string().max(200).describe("The name that other users see.").optional(),
    email: z.string().max(400).describe("The email address, which counts as verified.").optional(),
  })
  .meta({ id: "NewUser" });

/** No URL leads to it: no API key makes administrators. */
export const createUserOrAdmin = operation({
  of: actions.createUser,
  summary: "Create an account with a password",
  body: newUser.extend({
    admin: z.boolean().describe("Make this user an administrator.").optional(),
  }),
  response: user,
  async run({ body, ...call }) {
    const { screen_name: screenName, password, email = "", admin: isAdmin = false } = body;
    const account = { screenName, name: typedText(body.name), email, password, isAdmin };
    const { id } = await perform(actions.createUser, call, account);
    return userJson(await userAt(call.dependencies.ledger, id));
  },
});

export const createUser = operation({
  at: "POST /admin/v1/users",
  of: actions.createUser,
  summary: "Create an account with a password",
  body: newUser,
  response: user,
  creates: true,
  location: ({ id }) => `/admin/v1/users/${id}`,
  about: (_, { id }) => ({ userId: id as UserId }),
  problems: ["rejected"],
  run: (call) => createUserOrAdmin.run(call),
});

export const getUser = operation({
  at: "GET /admin/v1/users/:id",
  name: "getUser",
  summary: "Get a user",
  params: aUser,
  response: user,
  problems: ["not-found"],
  async run({ params, dependencies: { ledger } }) {
    return userJson(await userAt(ledger, params.id));
  },
});

export const deleteUser = operation({
  at: "DELETE /admin/v1/users/:id",
  of: actions.deleteUser,
  summary: "Delete an account with everything it granted; this can't be undone",
  params: aUser,
  async run({ params, ...call }) {
    await perform(actions.deleteUser, call, { userId: params.id });
  },
});

export const suspendUser = operation({
  at: "PUT /admin/v1/users/:id/suspension",
  of: actions.suspendUser,
  summary:
    "Suspend a user: sign-ins and requests for the account are rejected from the next one on",
  params: aUser,
  body: suspension,
  response: user,
  problems: ["rejected"],
  async run({ params, body, ...call }) {
    const input = { userId: params.id, because: reasonIn(body.because) };
    await perform(actions.suspendUser, call, input);
    return userJson(await userAt(call.dependencies.ledger, params.id));
  },
});

export const restoreUser = operation({
  at: "DELETE /admin/v1/users/:id/suspension",
  of: actions.restoreUser,
  summary: "Lift a user's suspension",
  params: aUser,
  async run({ params, ...call }) {
    await perform(actions.restoreUser, call, { userId: params.id });
  },
});

/** No URL leads to it: no API key makes administrators. */
export const grantAdmin = operation({
  of: actions.grantAdmin,
  summary: "Make a user an administrator, from the next request on",
  params: aUser,
  response: user,
  async run({ params, ...call }) {
    await perform(actions.grantAdmin, call, { userId: params.id });
    return userJson(await userAt(call.dependencies.ledger, params.id));
  },
});

/** No URL leads to it, as to `grantAdmin`. */
export const revokeAdmin = operation({
  of: actions.revokeAdmin,
  summary: "Remove a user's administrator rights, from the next request on",
  params: aUser,
  response: user,
  async run({ params, ...call }) {
    await perform(actions.revokeAdmin, call, { userId: params.id });
    return userJson(await userAt(call.dependencies.ledger, params.id));
  },
});

export const verifyEmail = operation({
  at: "PUT /admin/v1/users/:id/email",
  of: actions.verifyEmail,
  summary: "Mark a user's email address as verified; applications see only verified ones",
  params: aUser,
  body: z
    .strictObject({
      email: z.string().max(400).describe("The user's current address."),
      verified: z.literal(true).describe("Always true."),
    })
    .meta({ id: "EmailVerification" }),
  response: user,
  problems: ["not-found"],
  async run({ params, body, ...call }) {
    const { ledger } = call.dependencies;
    const { id } = await userAt(ledger, params.id);
    await perform(actions.verifyEmail, call, { userId: id, email: body.email });
    return userJson(await userAt(ledger, id));
  },
});

export const exportUserData = operation({
  at: "POST /admin/v1/users/:id/data",
  name: "exportUserData",
  summary: "Get what the service stores about a user; the audit log records the call",
  params: aUser,
  role: "manager",
  response: z
    .looseObject({
      service: z.string().describe("The name of the service."),
      exported_at: z.string().describe("When the data were read."),
    })
    .meta({ id: "UserData" }),
  changesNothing: true,
  problems: ["not-found"],
  async run({ params, by, pause, dependencies: { ledger, config } }) {
    const { id } = await userAt(ledger, params.id);
    await ledger.record({ ...by, name: "user.data-exported", userId: id });
    const about = { service: config.serviceName, now: by.at };
    const read: typeof ledger.personalData = async (page) => {
      await pause();
      return ledger.personalData(page);
    };
    return new JsonPieces(personalDocument(id, read, about));
  },
});

const session = z
  .strictObject({
    last_seen_at: time.describe("When it was last used."),
    address: z.string().describe("The IP address of the sign-in."),
    user_agent: z.string().describe("The User-Agent header of the sign-in."),
  })
  .meta({ id: "Session" });

export const listSessions = operation({
  at: "GET /admin/v1/users/:id/sessions",
  name: "listSessions",
  summary: "List a user's open sessions",
  params: aUser,
  query: z.strictObject(page),
  response: listOf("SessionList", session),
  problems: ["not-found"],
  async run({ params, query, by, dependencies: { ledger } }) {
    const { id } = await userAt(ledger, params.id);
    const { after, size } = pageOf("sessions", query, digestIn);
    const found = await ledger.sessionsOf(id, by.at, { after, size: size + 1 });
    return listed(
      "sessions",
      found,
      size,
      (one) => one.digest,
      ({ lastSeenAt, address, userAgent }) => ({
        last_seen_at: timeOf(lastSeenAt),
        address,
        user_agent: userAgent,
      }),
    );
  },
});

export const endSessions = operation({
  at: "DELETE /admin/v1/users/:id/sessions",
  of: actions.endSessions,
  summary: "Sign a user out everywhere",
  params: aUser,
  problems: ["not-found"],
  async run({ params, ...call }) {
    const { id } = await userAt(call.dependencies.ledger, params.id);
    await perform(actions.endSessions, call, { userId: id });
  },
});
