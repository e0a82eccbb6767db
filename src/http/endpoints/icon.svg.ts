import { RequestError } from "../../domain/errors.ts";
import { anonymous } from "../../verification/authentication/authentication.ts";
import { brandPictureHeaders } from "../browser/brand-picture.ts";
import { endpoint } from "../operation/endpoint.ts";

export const icon = endpoint({
  name: "icon.svg",
  paths: ["/icon.svg"],
  methods: ["GET"],
  section: "19",
  summary: "The icon of the service, which supports dark mode",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  async operation({ dependencies: { icon } }) {
    // A logo that is a PNG has its own URL.
    if (icon.type !== "svg") throw new RequestError("noSuchPath");
    const { type, body } = icon;
    return { status: 200, type, body, gzipped: await icon.gzipped(), headers: brandPictureHeaders };
  },
});
