import type { PortalTexts } from "../texts/portal.ts";
import { use } from "./portal/use.ts";
import { tryIt } from "./try-it.ts";

export const portal: PortalTexts = {
  tryIt,
  use,
};
