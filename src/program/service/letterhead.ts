/** The brand's logo in emails, drawn when the first one is sent. Without it, emails have the service's name. */
import type { Appearance } from "../../pages/views/appearance.ts";
import type { Icons } from "../../tools/icons/icons.ts";
import type { MailLogo, MailPicture } from "../../tools/mail/email-message.ts";

/** `failed` is called each time that it can't be drawn. It does not throw. */
export function letterhead(
  files: Appearance["logo"],
  icons: Pick<Icons, "mailLogo">,
  failed: (reason: string) => void,
): () => Promise<MailLogo | undefined> {
  return async () => {
    if (files === undefined) return undefined;
    try {
      const [light, dark] = await Promise.all([
        picture(files.light),
        files.dark && picture(files.dark),
      ]);
      return light && { light, dark };
    } catch (error) {
      failed(String(error));
      return undefined;
    }
  };

  async function picture(file: Buffer): Promise<MailPicture | undefined> {
    const body = await icons.mailLogo(file);
    if (body === undefined) {
      failed("it can't be read as a picture");
      return undefined;
    }
    return { body, ...shownSize(body) };
  }
}

/** In the header of a PNG (PNG 1.2, 11.2.2). It has two pixels for each that is shown. */
function shownSize(png: Buffer): Pick<MailPicture, "width" | "height"> {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
}
