/** The part of `oidc-provider` that tests use; the package has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } } | { readonly error: string },
    ): Promise<void>;
  }

  /** The argument of the functions in its configuration. */
  export interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly provider: {
        readonly Grant: new (of: {
          readonly clientId: string;
          readonly accountId: string;
        }) => { addOIDCScope(scopes: string): void; save(): Promise<string> };
      };
    };
  }
}
