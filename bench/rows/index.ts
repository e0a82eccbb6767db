import { bearer, oauth2Token } from "./bearer.ts";
import { wholeFlow } from "./flow.ts";
import { gatedFloor } from "./gated-floor.ts";
import { memory, restart, start } from "./idle.ts";
import { nginx } from "./nginx.ts";
import { overload } from "./overload.ts";
import { peers } from "./peers.ts";
import { postgres } from "./postgres.ts";
import { requestToken } from "./request-token.ts";
import type { Measure } from "./row.ts";
import { manyTokens, signed } from "./signed.ts";
import { soak } from "./soak.ts";
import { stripped } from "./stripped.ts";
import { verify } from "./verify.ts";

/** Every row by the name that `--only` takes, in the order in which they are measured. */
export const rows: Readonly<Record<string, Measure>> = {
  start,
  restart,
  memory,
  "gated-floor": gatedFloor,
  bearer,
  "oauth2-token": oauth2Token,
  signed,
  stripped,
  verify,
  nginx,
  "request-token": requestToken,
  flow: wholeFlow,
  "many-tokens": manyTokens,
  overload,
};

/** Rows that are measured only where they are named. */
export const longRows: Readonly<Record<string, Measure>> = {
  soak,
  peers,
  postgres,
};
