import type { UseTexts } from "./portal/use.ts";
import type { TryItTexts } from "./try-it.ts";

export type PortalTexts = {
  readonly tryIt: TryItTexts;
  readonly use: UseTexts;
};
