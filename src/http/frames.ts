import { formPairsOf, type Incoming } from "../authentication/incoming.ts";
import { textsFor } from "../authentication/language.ts";
import { type Endpoint, fieldNamed, secretFieldsOf } from "../endpoint.ts";
import { defaultLanguage } from "../languages/languages.ts";
import { returnAddress } from "../pages/own-page.ts";
import type { Frame } from "../views/layout.ts";

/** The common part of all pages' frames. */
export type CommonFrame = Omit<Frame, "texts" | "here">;

/** Operations for programs have no language, so they skip choosing one. */
export function framesFor(
  common: CommonFrame,
  endpoints: readonly Endpoint[],
): (incoming: Incoming, endpoint: Endpoint | undefined) => Frame {
  const secretFields = secretFieldsOf(endpoints);
  const plainFrame = { ...common, texts: defaultLanguage, here: "/" };
  return function frameFor(incoming, endpoint) {
    if (endpoint?.produces !== "page") return plainFrame;
    const frame = { ...common, texts: textsFor(incoming), here: returnAddress(incoming) };
    if (incoming.method !== "POST") return frame;
    // Of what else somebody puts into a form, nothing is shown.
    const isShown = (name: string) =>
      fieldNamed(endpoint.fields ?? [], name) !== undefined && !secretFields.has(name);
    const fields = () =>
      formPairsOf(incoming).filter(([name]) => isShown(name) && name !== "language");
    return { ...frame, sent: { path: incoming.path, fields } };
  };
}
