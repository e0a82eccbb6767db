/** All cases, in the order of the RFC. A case is an entry in a file of `cases/`; a new file is named here. */
import type { Case } from "./case.ts";
import { cases as alteredRequests } from "./cases/altered-requests.ts";
import { cases as applicationAlone } from "./cases/application-alone.ts";
import { cases as authorization } from "./cases/authorization.ts";
import { cases as baseStrings } from "./cases/base-strings.ts";
import { cases as bodyHashes } from "./cases/body-hashes.ts";
import { cases as callbacks } from "./cases/callbacks.ts";
import { cases as digests } from "./cases/digests.ts";
import { cases as headers } from "./cases/headers.ts";
import { cases as hostileRequests } from "./cases/hostile-requests.ts";
import { cases as nonceAndTimestamp } from "./cases/nonce-and-timestamp.ts";
import { cases as parameters } from "./cases/parameters.ts";
import { cases as protocolParameters } from "./cases/protocol-parameters.ts";
import { cases as signatures } from "./cases/signatures.ts";
import { cases as statusCodes } from "./cases/status-codes.ts";
import { cases as temporaryCredentials } from "./cases/temporary-credentials.ts";
import { cases as tokenCredentials } from "./cases/token-credentials.ts";
import { cases as tokens } from "./cases/tokens.ts";

export const allCases: readonly Case[] = [
  ...temporaryCredentials,
  ...callbacks,
  ...authorization,
  ...tokenCredentials,
  ...protocolParameters,
  ...statusCodes,
  ...tokens,
  ...nonceAndTimestamp,
  ...baseStrings,
  ...parameters,
  ...bodyHashes,
  ...alteredRequests,
  ...signatures,
  ...digests,
  ...applicationAlone,
  ...headers,
  ...hostileRequests,
];
