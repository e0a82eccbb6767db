import type { z } from "zod";
import { perText, shortName } from "../../../domain/api-limits.ts";
import type { Application } from "../../../domain/application.ts";
import { ConfigurationRejected } from "../../../domain/application-configuration.ts";
import { windowsText } from "../../../domain/limit-windows.ts";
import { everyItem } from "../../../domain/slice.ts";
import { serviceSettingsIn } from "../../actions/service-settings.ts";
import { screenNameToGive } from "../../actions/user-given.ts";
import { applicationJson, settable } from "../application.ts";
import { administrators } from "./service-steps.ts";
import type { Planning } from "./step.ts";
import { presentSunsets } from "./sunset-step.ts";
import type { configuration } from "./wanted.ts";

type Present = z.input<typeof configuration>;
type Entry = NonNullable<Present["applications"]>[number];

/**
 * The configuration that leaves nothing to do here. It has no secrets. Throws `ConfigurationRejected` if there are more
 * applications than `most`.
 */
export async function presentConfiguration(
  { ledger, config, now, pause }: Planning,
  most = Number.POSITIVE_INFINITY,
): Promise<Present> {
  const applications: Entry[] = [];
  for await (const one of everyItem(
    (after) => ledger.applications({ after, size: 500 }),
    ({ consumerKey }: Application) => consumerKey,
  )) {
    await pause?.();
    if (applications.length === most) {
      throw new ConfigurationRejected(
        `The service has more than ${most} applications. List them with GET /admin/v1/applications, or export them from the database with \`countersign export --as yaml\`.`,
      );
    }
    const { users } = await ledger.collaborators(one.id, now);
    const roles = users.map(
      ({ screenName, role }) => [screenNameToGive(screenName), role] as const,
    );
    applications.push(entryOf(one, Object.fromEntries(roles)));
  }
  const { set, signUp, rule, unused } = await serviceSettingsIn({ ledger, config });
  const admins = (await administrators(ledger)).map(({ screenName }) =>
    screenNameToGive(screenName),
  );
  const settings = {
    ...(set.signUp !== undefined && { sign_up: signUp }),
    ...(set.secondFactor !== undefined && {
      second_factor: { required_for: rule.requiredFor, grace_days: rule.graceDays },
    }),
    ...(set.unusedAccess !== undefined &&
      !unused.isConfigured && { unused_access_days: unused.days ?? null }),
  };
  const plans = (await ledger.plans()).map(
    ({ name, description, limits, isDefault }) =>
      [name, { description, limits: { ...limits }, is_default: isDefault }] as const,
  );
  const sunsets = await presentSunsets({ ledger });
  const apiLimits = (await ledger.apiLimits()).map(
    (one) => [shortName(one), { per: perText(one), windows: windowsText(one.windows) }] as const,
  );
  return {
    ...(apiLimits.length > 0 && { api_limits: Object.fromEntries(apiLimits) }),
    ...(plans.length > 0 && { plans: Object.fromEntries(plans) }),
    applications,
    ...(Object.keys(sunsets).length > 0 && { sunsets }),
    ...(admins.length > 0 && { administrators: admins }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

function entryOf(
  application: Application,
  collaborators: NonNullable<Entry["collaborators"]>,
): Entry {
  const { consumer_key, owner, limits, plan, suspended_because, ...all } =
    applicationJson(application);
  const settings: Partial<Entry> = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in settable && value !== ""),
  );
  return {
    consumer_key,
    owner: screenNameToGive(owner.screen_name),
    ...settings,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(plan !== null && { plan }),
    ...(Object.keys(collaborators).length > 0 && { collaborators }),
    ...(suspended_because !== null && { suspended: suspended_because }),
    ...(application.approval === "declined" && { declined: application.approvalText ?? "" }),
  };
}
