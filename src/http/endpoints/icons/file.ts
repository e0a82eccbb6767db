import { type ApplicationId, idFrom } from "../../../domain/credentials.ts";
import { RequestError } from "../../../domain/errors.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint } from "../../operation/endpoint.ts";

/** The URL contains the icon's digest, so a new icon has a new URL. */
export const icons = endpoint({
  name: "icons",
  paths: ["/icons/:file"],
  methods: ["GET"],
  section: "9",
  summary: "The icon of an application",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  async operation({ parameters: { file = "" }, dependencies }) {
    const [, digits, version] = /^(\d{1,16})-([0-9a-f]{32})\.webp$/.exec(file) ?? [];
    const id = idFrom<ApplicationId>(digits);
    const icon = id && (await dependencies.ledger.applicationIcon(id));
    if (icon === undefined) throw new RequestError("noSuchPath");
    const { digest: current, image } = icon;
    if (current !== version) throw new RequestError("noSuchPath");
    return {
      status: 200,
      type: "webp",
      body: Buffer.from(image),
      headers: {
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
      },
    };
  },
});
