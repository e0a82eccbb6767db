import { z } from "zod";
import type { ApplicationKeys } from "../../domain/application.ts";
import { usesOf } from "../../domain/credential-use.ts";
import { type ApplicationCredential, credentialsOfApplications } from "../../domain/credentials.ts";
import type { Source } from "../../domain/source.ts";
import { itemsOf, time, timeOrNull } from "./shapes.ts";

export const credentials = z
  .strictObject({
    data: itemsOf(
      z.strictObject({
        credential: z.enum(credentialsOfApplications).describe("Which credential it is."),
        created_at: time
          .nullable()
          .describe("When it was created; null if it is not known: of a previous secret."),
        until: time.nullable().describe("When it ends; null if no end is set."),
        last_used_at: time
          .nullable()
          .describe("Up to a minute late; null if it was not used in the last 30 days."),
        addresses: z
          .number()
          .int()
          .describe(
            "From how many IP addresses it was used in the last 30 days; an IPv6 /64 is one.",
          ),
        more_addresses: z.boolean().describe("There were more than are counted."),
      }),
    ),
    previous: z
      .strictObject({
        addresses_not_moved: z
          .number()
          .int()
          .describe(
            "How many IP addresses used a previous credential in the last 7 days, but none that replaced it.",
          ),
        safe_to_end: z
          .boolean()
          .describe("It was not used for an hour, and every address that used it has moved."),
      })
      .nullable()
      .describe("The use of the previous credentials; null if there are none."),
  })
  .meta({ id: "CredentialList" });

export function credentialsJson(
  keys: ApplicationKeys & { readonly secretSetAt: number },
  sources: readonly Source[],
  now: number,
): z.input<typeof credentials> {
  const { of, previous } = usesOf(sources, { ...keys, now });
  const { secretSetAt, bearerSince, previousBearerSince, previousSecretUntil: until } = keys;
  const overlaps = until !== undefined;
  const one = (
    kind: ApplicationCredential,
    exists: boolean,
    created: number | undefined,
    ends?: number,
  ) =>
    exists
      ? [
          {
            credential: kind,
            created_at: timeOrNull(created),
            until: timeOrNull(ends),
            last_used_at: timeOrNull(of[kind].lastUsed),
            addresses: of[kind].networks,
            more_addresses: of[kind].hasMore,
          },
        ]
      : [];
  const hasPreviousBearer = overlaps && previousBearerSince !== undefined;
  return {
    data: [
      ...one("consumer secret", true, secretSetAt),
      ...one("previous consumer secret", overlaps, undefined, until),
      ...one("bearer token", bearerSince !== undefined, bearerSince),
      ...one("previous bearer token", hasPreviousBearer, previousBearerSince, until),
    ],
    previous: overlaps
      ? { addresses_not_moved: previous.notMoved, safe_to_end: previous.isSafeToEnd }
      : null,
  };
}
