/** What a file for `countersign apply` may have: a configuration, and where new secrets go. */
import { z } from "zod";
import {
  applicationsHint,
  digitsHint,
  isNamed,
  members,
  service,
  user,
} from "../../../http/admin-api/configuration/wanted.ts";

const secrets = z
  .strictObject({
    file: z
      .string()
      .min(1)
      .describe("A file that does not exist, relative to this one; only its owner can read it.")
      .optional(),
    command: z
      .array(z.string())
      .min(1)
      .describe("A command and its arguments, which gets the keys on its standard input.")
      .optional(),
    format: z
      .enum(["env", "json"])
      .describe("Lines such as CONSUMER_KEY=…, or one JSON object. The default is env.")
      .optional(),
  })
  .refine(({ file, command }) => (file === undefined) !== (command === undefined), {
    error: "needs either file or command",
  })
  .describe("Where the consumer key and secret go if the application is created.");

/** More than this would be a list of applications, and belongs there. */
const maxKept = 100;

const undeclared = z
  .strictObject({
    keep: z
      .array(
        z
          .strictObject({
            owner: user
              .describe(`Those of this user, by screen name or ID. ${digitsHint}`)
              .optional(),
            name: z
              .string()
              .min(1)
              .max(200)
              .describe("Those with this name; * stands for any characters.")
              .optional(),
          })
          .refine(({ owner, name }) => owner !== undefined || name !== undefined, {
            error: "needs owner, name, or both",
          }),
      )
      .max(maxKept)
      .describe("Rules: an application that one of them describes stays."),
  })
  .describe("Which applications that are not listed stay when --prune deletes the others.");

export const applyFile = z
  .strictObject({
    $schema: z.string().describe("For editors.").optional(),
    applications: z
      .array(z.strictObject({ ...members, secrets: secrets.optional() }).refine(...isNamed))
      .describe(applicationsHint)
      .optional(),
    ...service,
    undeclared: undeclared.optional(),
  })
  .meta({
    title: "A file for countersign apply",
    description: "What is left out stays as it is, except with --prune.",
  });

export type ApplyFile = z.output<typeof applyFile>;
export type SecretsEntry = z.output<typeof secrets>;
