/** What the doctor found, in the admin API. */
import { z } from "zod";

export const diagnosis = z
  .strictObject({
    right: z.boolean().describe("Nothing is wrong with the signature and the credentials."),
    findings: z.array(
      z.strictObject({
        cause: z.string(),
        certainty: z.enum(["certain", "guess"]),
        what: z.string().describe("What is wrong."),
        change: z.string().describe("What to change."),
        details: z.record(z.string(), z.unknown()).describe("What the sentences contain."),
      }),
    ),
    base_string: z
      .string()
      .nullable()
      .describe("The base string that the service signs. Null for an unsigned request."),
    signed_base_string: z
      .string()
      .nullable()
      .describe("The one that the client signed. Null if it is not known."),
    first_difference: z
      .number()
      .int()
      .nullable()
      .describe("How many characters of the two base strings are the same."),
    tried: z.number().int().describe("How many ways to sign were tried."),
  })
  .meta({ id: "Diagnosis" });

export type DiagnosisJson = z.input<typeof diagnosis>;
