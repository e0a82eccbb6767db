import { RequestError } from "../../domain/errors.ts";
import type { Call, Reply } from "../operation/endpoint.ts";

/** The URL stays the same when the brand changes. An SVG may contain script, which must not run. */
export const brandPictureHeaders = {
  "cache-control": "public, max-age=86400",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
} as const;

/** The icon of the service as a PNG of 180 by 180 pixels. A logo that cannot be drawn has none. */
export async function touchIconReply({
  dependencies: { icons, icon },
}: Pick<Call, "dependencies">): Promise<Reply> {
  const body = await icons.touchIcon(icon.body);
  if (body === undefined) throw new RequestError("noSuchPath");
  return { status: 200, type: "png", body, headers: brandPictureHeaders };
}
