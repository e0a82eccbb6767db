import { z } from "zod";
import { type Factors, writtenFactor } from "../../domain/factors.ts";
import { because, time, timeOf, timeOrNull } from "./shapes.ts";

/** No secret of a factor is here. */
export const factors = z
  .strictObject({
    data: z.array(
      z.strictObject({
        id: z.string().describe("`totp`, or `passkey:` and the credential ID."),
        kind: z.enum(["totp", "passkey"]),
        name: z.string().nullable(),
        since: time,
        last_used_at: time.nullable(),
      }),
    ),
    recovery_codes: z.number().int().describe("The number of unused codes."),
  })
  .meta({ id: "FactorList" });

export function factorsJson({ totp, passkeys, recoveryCodes }: Factors): z.input<typeof factors> {
  return {
    data: [
      ...(totp === undefined ? [] : [{ ...unnamed, since: timeOf(totp.since) }]),
      ...passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id: writtenFactor({ kind: "passkey", id }),
        kind: "passkey" as const,
        name,
        since: timeOf(createdAt),
        last_used_at: timeOrNull(lastUsedAt),
      })),
    ],
    recovery_codes: recoveryCodes,
  };
}

const unnamed = { id: "totp", kind: "totp" as const, name: null, last_used_at: null };

/** A removal has its reason in the query, because a DELETE has no body (RFC 9110 §9.3.5). */
export const removal = z.strictObject({ because });
