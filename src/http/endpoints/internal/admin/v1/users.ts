import { z } from "zod";
import type { UserId } from "../../../../../domain/credentials.ts";
import { typedText } from "../../../../../domain/typed-text.ts";
import { createUserFor } from "../../../../actions/create-user.ts";
import { rejectWithoutPasswords } from "../../../../admin-api/one-time-link.ts";
import { listed, listOf, noParams, page, pageOf } from "../../../../admin-api/shapes.ts";
import { user, userAt, userJson } from "../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../operation/admin-endpoint.ts";
import { AdminProblem } from "../../../../operation/admin-problem.ts";

export const apiUsers = adminEndpoint("/admin/v1/users", noParams, (operation) => [
  operation({
    method: "GET",
    name: "listUsers",
    summary: "List users, ordered by screen name",
    role: "viewer",
    query: z.strictObject({
      ...page,
      q: z
        .string()
        .max(200)
        .describe("The beginning of a screen name, or a complete ID or email address.")
        .optional(),
      suspended: z.enum(["true"]).describe("Only suspended ones.").optional(),
    }),
    response: listOf("UserList", user),
    async run({ query, dependencies: { ledger } }) {
      const { after, size } = pageOf("users", query, screenNameIn);
      const search = { text: query.q ?? "", suspendedOnly: query.suspended === "true" };
      const found = await ledger.searchUsers(search, { after, size: size + 1 });
      return listed("users", found, size, (one) => one.screenName, userJson);
    },
  }),
  operation({
    method: "POST",
    name: "createUser",
    summary: "Create an account with a password",
    role: "manager",
    body: z
      .strictObject({
        screen_name: z.string().max(200),
        password: z.string().max(1000),
        name: z.string().max(200).optional(),
        email: z.string().max(400).describe("It counts as confirmed.").optional(),
      })
      .meta({ id: "NewUser" }),
    response: user,
    creates: true,
    location: ({ id }) => `/admin/v1/users/${id}`,
    about: (_, { id }) => ({ userId: id as UserId }),
    problems: ["rejected", "conflict"],
    async run({ body, by, key, dependencies }) {
      const { ledger, passwords, random, config } = dependencies;
      rejectWithoutPasswords(config);
      const { screen_name: screenName, password, email = "" } = body;
      const requester = { network: by.address ?? "", account: key.id };
      const created = await createUserFor(
        {
          ...{ ledger, random, serviceName: config.serviceName },
          hash: (text) => passwords.hash(text, requester),
        },
        { profile: { screenName, name: typedText(body.name), email }, password, isAdmin: false },
        by,
      );
      if (created === "screen-name-taken") {
        throw new AdminProblem("conflict", "The screen name is taken.");
      }
      if ("problem" in created) throw new AdminProblem("rejected", created.problem);
      return userJson(await userAt(ledger, created.id));
    },
  }),
]);

/** An imported one can have other characters than a new one. */
function screenNameIn(text: string): string | undefined {
  return /^[^\p{Cc}\s]{1,200}$/u.test(text) ? text : undefined;
}
