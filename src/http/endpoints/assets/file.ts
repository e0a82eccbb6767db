import { RequestError } from "../../../domain/errors.ts";
import { anonymous } from "../../../verification/authentication/authentication.ts";
import { endpoint } from "../../operation/endpoint.ts";

/**
 * Each name changes with its content. An administrator's SVG may contain script: `<img>` runs none,
 * and the policy blocks it when someone opens its URL.
 */
export const asset = endpoint({
  name: "assets",
  paths: ["/assets/:file"],
  methods: ["GET"],
  section: "3",
  summary: "The stylesheet of the pages, and the logo",
  caller: anonymous,
  limit: undefined,
  reads: [],
  produces: "asset",
  async operation({ incoming, dependencies }) {
    const found = dependencies.assets.get(incoming.path);
    if (found === undefined) throw new RequestError("noSuchPath");
    return {
      status: 200,
      type: found.type,
      body: found.body,
      gzipped: await found.gzipped(),
      headers: {
        "cache-control": "public, max-age=31536000, immutable",
        ...(found.type === "svg" && {
          "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        }),
      },
    };
  },
});
