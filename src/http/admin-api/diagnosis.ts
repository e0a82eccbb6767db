/** What the doctor found, in the admin API. */
import { z } from "zod";

export const diagnosis = z
  .strictObject({
    right: z.boolean().describe("Nothing is wrong with the signature and the credentials."),
    findings: z
      .array(
        z.strictObject({
          cause: z.string().describe("The name of the cause, such as `clock`."),
          certainty: z
            .enum(["certain", "guess"])
            .describe("A guess explains what was sent, but so might something else."),
          what: z.string().describe("What is wrong."),
          change: z.string().describe("What to change."),
          details: z.record(z.string(), z.unknown()).describe("What the sentences contain."),
        }),
      )
      .describe("What is wrong, what is certain first."),
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
