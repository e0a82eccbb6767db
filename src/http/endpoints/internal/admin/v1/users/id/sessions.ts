import { z } from "zod";
import { tokenDigest } from "../../../../../../../domain/credentials.ts";
import {
  digestIn,
  listed,
  listOf,
  page,
  pageOf,
  time,
  timeOf,
  userId,
} from "../../../../../../admin-api/shapes.ts";
import { userAt } from "../../../../../../admin-api/user.ts";
import { adminEndpoint } from "../../../../../../operation/admin-endpoint.ts";

const session = z
  .strictObject({
    last_seen_at: time,
    address: z.string(),
    user_agent: z.string(),
  })
  .meta({ id: "Session" });

export const apiUserSessions = adminEndpoint(
  "/admin/v1/users/:id/sessions",
  z.strictObject({ id: userId }),
  (operation) => [
    operation({
      method: "GET",
      name: "listSessions",
      summary: "List a user's open sessions",
      role: "viewer",
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
    }),
    operation({
      method: "DELETE",
      name: "endSessions",
      summary: "Sign a user out everywhere",
      role: "manager",
      problems: ["not-found"],
      async run({ params, by, dependencies: { ledger } }) {
        const { id } = await userAt(ledger, params.id);
        // No session is kept: none has the digest of this text.
        await ledger.endOtherSessions({ userId: id, digest: tokenDigest("") }, by);
      },
    }),
  ],
);
