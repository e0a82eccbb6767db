/** What will end, from when on. */
import { z } from "zod";
import { endingTraits, maxExempt, type Sunset, sunsetNameForm } from "../../domain/sunset.ts";
import * as actions from "../actions/sunsets.ts";
import { perform } from "../operation/action.ts";
import { operation } from "../operation/admin-operation.ts";
import { applicationId, itemsOf, time, timeOf } from "./shapes.ts";

export const sunsetName = z
  .string()
  .max(40)
  .describe(`The name of the sunset, which has ${sunsetNameForm}.`);

export const sunsetMembers = {
  trait: z
    .enum(endingTraits)
    .nullable()
    .describe("What ends; null for everything of `application`."),
  application: applicationId
    .nullable()
    .describe("The ID of the application for which it ends; null for every application."),
  exempt: z.array(applicationId).max(maxExempt).describe("The IDs of exempt applications."),
  deprecated_at: time.describe(
    "From when on it should no longer be used, for the Deprecation header.",
  ),
  ends_at: time.describe("When it ends, for the Sunset header."),
  rejects: z.boolean().describe("Whether it is rejected from `ends_at` on, or only announced."),
  link: z.string().describe("An HTTPS URL, where owners read what to do."),
  brownout: z
    .strictObject({
      from: time.describe("When it begins."),
      until: time.describe("When it is over."),
      minutes: z.int().min(1).max(60).describe("The first minutes of each hour, in UTC."),
    })
    .nullable()
    .describe("When it is rejected before it ends."),
};

export const sunset = z
  .strictObject({
    name: sunsetName,
    ...sunsetMembers,
    application: z
      .string()
      .nullable()
      .describe("The ID of the application for which it ends; null for every one."),
    exempt: z.array(z.string()).describe("The IDs of exempt applications."),
  })
  .meta({ id: "Sunset" });

export function sunsetJson(one: Sunset): z.input<typeof sunset> {
  const { name, trait, applicationId, exempt, rejects, link, brownout } = one;
  return {
    name,
    trait: trait ?? null,
    application: applicationId ?? null,
    exempt: [...exempt],
    deprecated_at: timeOf(one.deprecatedAt),
    ends_at: timeOf(one.endsAt),
    ...{ rejects, link },
    brownout:
      brownout === undefined
        ? null
        : {
            from: timeOf(brownout.from),
            until: timeOf(brownout.until),
            minutes: brownout.minutes,
          },
  };
}

export const listSunsets = operation({
  at: "GET /admin/v1/sunsets",
  name: "listSunsets",
  summary: "List what will end, or has ended",
  response: z.strictObject({ data: itemsOf(sunset) }).meta({ id: "SunsetList" }),
  async run({ dependencies }) {
    return { data: (await actions.sunsetsIn(dependencies)).map(sunsetJson) };
  },
});

const wanted = z
  .strictObject({
    trait: sunsetMembers.trait.optional(),
    application: sunsetMembers.application.optional(),
    exempt: sunsetMembers.exempt.optional(),
    deprecated_at: sunsetMembers.deprecated_at.optional(),
    ends_at: sunsetMembers.ends_at,
    rejects: sunsetMembers.rejects.optional(),
    link: sunsetMembers.link,
    brownout: sunsetMembers.brownout.optional(),
  })
  .meta({ id: "PlannedSunset" });

export const planSunset = operation({
  at: "PUT /admin/v1/sunsets/:name",
  of: actions.planSunset,
  summary: "Plan that something ends, or replace the sunset with this name",
  params: z.strictObject({ name: sunsetName }),
  body: wanted,
  response: sunset,
  async run({ params, body, ...call }) {
    const all = await actions.sunsetsIn(call.dependencies);
    const present = all.find((one) => one.name === params.name);
    const planned = sunsetOf(params.name, body, present?.deprecatedAt ?? call.by.at);
    await perform(actions.planSunset, call, { sunset: planned });
    return sunsetJson(planned);
  },
});

/** By default, it is deprecated from `since` on, for every application, and its end rejects. */
function sunsetOf(name: string, body: z.output<typeof wanted>, since: number): Sunset {
  const { trait, application, exempt = [], deprecated_at: at, brownout, rejects = true } = body;
  return {
    name,
    trait: trait ?? undefined,
    applicationId: application ?? undefined,
    exempt,
    deprecatedAt: at === undefined ? since : Date.parse(at),
    endsAt: Date.parse(body.ends_at),
    rejects,
    link: body.link,
    brownout: brownout
      ? {
          from: Date.parse(brownout.from),
          until: Date.parse(brownout.until),
          minutes: brownout.minutes,
        }
      : undefined,
  };
}

export const removeSunset = operation({
  at: "DELETE /admin/v1/sunsets/:name",
  of: actions.removeSunset,
  summary: "Remove a sunset: what it ended works again",
  params: z.strictObject({ name: sunsetName }),
  async run({ params, ...call }) {
    await perform(actions.removeSunset, call, params);
  },
});
