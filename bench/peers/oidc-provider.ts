/**
 * `oidc-provider` from the folder that it was installed in, issuing opaque tokens for client credentials from its own
 * store in memory.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Signer } from "../load/plan.ts";

export interface OidcProvider {
  /** The address of its module. */
  readonly module: string;
  readonly application: Signer;
}

process.once("message", async ({ module, application }: OidcProvider) => {
  const { Provider } = await import(module);
  const provider = new Provider("http://127.0.0.1", {
    clients: [
      {
        client_id: application.consumerKey,
        client_secret: application.consumerSecret,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  });
  const server = createServer(provider.callback());
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.on("disconnect", () => process.exit());
