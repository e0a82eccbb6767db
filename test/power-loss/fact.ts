/** What the workload knows at a moment. It writes one into the log of the disk once the database has confirmed it. */
import type { AccessToken, ConsumerKey } from "../../src/domain/credentials.ts";

export type Fact =
  /** The service has started, and the key ring and the database are there. */
  | { readonly is: "ready" }
  | {
      readonly is: "issued";
      readonly key: ConsumerKey;
      readonly token: AccessToken;
      readonly secret: string;
    }
  /** From now on it may be revoked. */
  | { readonly is: "revoking"; readonly token: AccessToken }
  | { readonly is: "revoked"; readonly token: AccessToken }
  | { readonly is: "rotated" };
