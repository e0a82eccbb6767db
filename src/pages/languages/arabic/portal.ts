import type { Texts } from "../texts.ts";
import { application, applications, approval, creation, deletion } from "./portal/applications.ts";
import { check } from "./portal/check.ts";
import { collaborators, invitations, transfer } from "./portal/collaborators.ts";
import { keys } from "./portal/keys.ts";
import { programs } from "./portal/programs.ts";
import { requests } from "./portal/requests.ts";
import { draft, preview, settings } from "./portal/settings.ts";
import { walk } from "./portal/try.ts";
import { usage } from "./portal/usage.ts";
import { users } from "./portal/users.ts";

export const portal: Texts["portal"] = {
  applications,
  creation,
  application,
  approval,
  keys,
  draft,
  preview,
  settings,
  deletion,
  programs,
  walk,
  usage,
  users,
  collaborators,
  transfer,
  invitations,
  check,
  requests,
  docs: { inEnglish: "هذا التوثيق باللغة الإنجليزية.", search: "البحث في التوثيق" },
};
