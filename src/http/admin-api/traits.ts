/** Who still uses what may end one day, for planning its end. */
import { z } from "zod";
import { type ApplicationId, idFrom } from "../../domain/credentials.ts";
import { dayMs, dayOf } from "../../domain/day.ts";
import {
  isProgramBeginning,
  maxProgramsShown,
  maxUsersCounted,
  traits,
  traitsKeptDays,
  traitsShownDays,
} from "../../domain/trait.ts";
import {
  programAfter,
  programPosition,
  programUseJson,
  traitUseJson,
} from "../actions/trait-uses.ts";
import { operation } from "../operation/admin-operation.ts";
import { itemsOf, listed, listOf, page, pageOf, time } from "./shapes.ts";

const many = `${maxUsersCounted} means that many or more.`;
const trait = z
  .enum(traits)
  .describe(
    "`hmac-sha1`: signed with it. `query`, `body`: the signature was there, and not in the Authorization header. `bearer`: a bearer token. `plaintext`: signed with PLAINTEXT, which is always rejected, so anyone can have sent it.",
  );
const days = z
  .string()
  .regex(/^(?:[1-9]|[1-8]\d|90)$/, { error: "must be 1 to 90" })
  .describe(
    `The last days to count, 1 to ${traitsKeptDays - 1}. The default is ${traitsShownDays}.`,
  )
  .optional();
const application = {
  application_id: z.string().describe("Its ID."),
  application: z.string().describe("Its name."),
  owner: z.string().describe("The owner's screen name."),
};
const programs = z
  .array(z.string())
  .describe(
    `What it used with valid credentials, by the User-Agent: product and version. The last ${maxProgramsShown}.`,
  );

export const getTraits = operation({
  at: "GET /admin/v1/traits",
  name: "getTraits",
  summary: "Count the applications and users that use what may end one day",
  query: z.strictObject({ days }),
  response: z
    .strictObject({
      data: itemsOf(
        z.strictObject({
          trait,
          applications: z.int().describe(`How many applications use it. ${many}`),
          users: z
            .int()
            .describe(`How many users use it. A user of two applications counts twice. ${many}`),
        }),
      ),
    })
    .meta({ id: "TraitTotals" }),
  async run({ query, by, dependencies: { ledger } }) {
    return { data: [...(await ledger.traitTotals(firstDay(query.days, by.at)))] };
  },
});

const traitUse = z
  .strictObject({
    ...application,
    trait,
    requests: z.int().describe("Accepted requests. They are up to a minute late."),
    rejected: z.int().describe("Requests that were rejected for another reason, or for this one."),
    users: z.int().describe(`Users whose access tokens signed them. ${many}`),
    last_used_on: z.iso.date().describe("The day in UTC."),
    programs,
  })
  .meta({ id: "TraitUse" });

export const listTraitUses = operation({
  at: "GET /admin/v1/trait_uses",
  name: "listTraitUses",
  summary: "List the applications that use what may end one day",
  query: z.strictObject({ trait, days, ...page }),
  response: listOf("TraitUseList", traitUse),
  async run({ query, by, dependencies: { ledger } }) {
    const { after, size } = pageOf("trait_uses", query, idFrom<ApplicationId>);
    const search = { trait: query.trait, sinceDay: firstDay(query.days, by.at) };
    const found = await ledger.traitUses(search, { after, size: size + 1 });
    return listed("trait_uses", found, size, ({ applicationId }) => applicationId, traitUseJson);
  },
});

const programUse = z
  .strictObject({
    ...application,
    program: z.string().describe("The product and version."),
    last_used_at: time.describe("When it was last used."),
  })
  .meta({ id: "ProgramUse" });

export const listProgramUses = operation({
  at: "GET /admin/v1/program_uses",
  name: "listProgramUses",
  summary: "List the applications that use a program or library, by the User-Agent",
  query: z.strictObject({
    program: z
      .string()
      .refine(isProgramBeginning, { error: "must be 1 to 60 printable ASCII characters" })
      .describe("The beginning of its product and version, such as `oauth-lib/1`."),
    ...page,
  }),
  response: listOf("ProgramUseList", programUse),
  async run({ query, dependencies: { ledger } }) {
    const { after, size } = pageOf("program_uses", query, programAfter);
    const found = await ledger.programUses(query.program, { after, size: size + 1 });
    return listed("program_uses", found, size, programPosition, programUseJson);
  },
});

function firstDay(days: string | undefined, now: number): number {
  return dayOf(now - (Number(days ?? traitsShownDays) - 1) * dayMs);
}
