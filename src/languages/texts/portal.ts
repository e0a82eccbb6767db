import type { TryItTexts } from "./try-it.ts";

export type PortalTexts = {
  readonly tryIt: TryItTexts;
};
