import { nobody } from "../../authentication/authentication.ts";
import { Refusal } from "../../domain/refusals.ts";
import { endpoint } from "../../endpoint.ts";

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
  caller: nobody,
  limit: undefined,
  reads: [],
  produces: "asset",
  async operation({ incoming, dependencies }) {
    const found = dependencies.assets.get(incoming.path);
    if (found === undefined) throw new Refusal("noSuchPath");
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
