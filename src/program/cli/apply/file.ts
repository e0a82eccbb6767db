/** What a file for `countersign apply` may have: a configuration, and where new secrets go. */
import { z } from "zod";
import {
  applicationsHint,
  isNamed,
  members,
  service,
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

export const applyFile = z
  .strictObject({
    $schema: z.string().describe("For editors.").optional(),
    applications: z
      .array(z.strictObject({ ...members, secrets: secrets.optional() }).refine(...isNamed))
      .describe(applicationsHint)
      .optional(),
    ...service,
  })
  .meta({
    title: "A file for countersign apply",
    description: "What is left out stays as it is.",
  });

export type ApplyFile = z.output<typeof applyFile>;
export type SecretsEntry = z.output<typeof secrets>;
