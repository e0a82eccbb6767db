import { stringify } from "yaml";
import type { Application } from "../../../domain/application.ts";
import { serviceSettingsIn } from "../../../http/actions/service-settings.ts";
import { applicationJson, settable } from "../../../http/admin-api/application.ts";
import { everyPage } from "../stores.ts";
import type { ApplyFileText } from "./file.ts";
import { administrators } from "./service-steps.ts";
import type { Planning } from "./step.ts";

type Entry = NonNullable<ApplyFileText["applications"]>[number];

/** A file with which `countersign apply` has nothing to do here. It has no secrets. */
export async function fileOf({
  ledger,
  config,
  now,
}: Omit<Planning, "directory">): Promise<{ readonly text: string; readonly applications: number }> {
  const applications: Entry[] = [];
  for await (const one of everyPage(
    (after) => ledger.applications({ after, size: 500 }),
    ({ consumerKey }: Application) => consumerKey,
  )) {
    const { users } = await ledger.collaborators(one.id, now);
    const roles = users.map(({ screenName, role }) => [screenName, role] as const);
    applications.push(entryOf(one, Object.fromEntries(roles)));
  }
  const { set, signUp, rule } = await serviceSettingsIn({ ledger, config });
  const admins = (await administrators(ledger)).map(({ screenName }) => screenName);
  const settings = {
    ...(set.signUp !== undefined && { sign_up: signUp }),
    ...(set.secondFactor !== undefined && {
      second_factor: { required_for: rule.requiredFor, grace_days: rule.graceDays },
    }),
  };
  const file: ApplyFileText = {
    applications,
    ...(admins.length > 0 && { administrators: admins }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return { text: stringify(file, { lineWidth: 0 }), applications: applications.length };
}

function entryOf(
  application: Application,
  collaborators: NonNullable<Entry["collaborators"]>,
): Entry {
  const { consumer_key, owner, limits, suspended_because, ...all } = applicationJson(application);
  const settings: Partial<Entry> = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in settable && value !== ""),
  );
  return {
    consumer_key,
    owner: owner.screen_name,
    ...settings,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(collaborators).length > 0 && { collaborators }),
    ...(suspended_because !== null && { suspended: suspended_because }),
    secrets: { file: `./${consumer_key}.env` },
  };
}
