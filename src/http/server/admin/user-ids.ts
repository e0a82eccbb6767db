/** A call may name a user by ID or by screen name; operations get IDs. */
import { z } from "zod";
import { idFrom, type UserId } from "../../../domain/credentials.ts";
import type { Users } from "../../../domain/ports/users.ts";
import { withoutAt } from "../../../domain/user.ts";
import { userId } from "../../admin-api/shapes.ts";
import type { AdminEndpoint, AdminOperation } from "../../operation/admin-operation.ts";
import { AdminProblem } from "../../operation/admin-problem.ts";

interface Parsed {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Throws 404 for a path, and 422 for a query or a body, if no user has the screen name. */
export async function withUserIds(
  { params, query, body }: Parsed,
  endpoint: AdminEndpoint,
  operation: AdminOperation,
  ledger: Pick<Users, "userByScreenName">,
): Promise<Parsed> {
  return {
    params: await resolved(endpoint.params, params, "not-found"),
    query: await resolved(operation.query, query, "rejected"),
    body: await resolved(operation.body, body, "rejected"),
  };

  async function resolved(
    schema: z.ZodType | undefined,
    value: unknown,
    problem: "not-found" | "rejected",
  ): Promise<unknown> {
    const ids: Record<string, UserId> = {};
    for (const name of new Set(namesIn(schema))) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      if (typeof given !== "string" || idFrom<UserId>(given) !== undefined) continue;
      const user = await ledger.userByScreenName(withoutAt(given));
      if (user === undefined) {
        throw new AdminProblem(problem, `No user has the screen name ${given.slice(0, 100)}.`);
      }
      ids[name] = user.id;
    }
    return Object.keys(ids).length === 0 ? value : { ...(value as object), ...ids };
  }
}

function namesIn(schema: z.core.$ZodType | undefined): readonly string[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(namesIn);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, one]) => (isUser(one) ? [name] : []));
}

function isUser(schema: unknown): boolean {
  return schema === userId || (schema instanceof z.ZodOptional && schema.unwrap() === userId);
}
