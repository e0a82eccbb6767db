import { applicationSuite } from "./application-suite.ts";
import { auditLogSuite } from "./audit-log-suite.ts";
import { collaboratorSuite } from "./collaborator-suite.ts";
import { credentialSuite } from "./credential-suite.ts";
import { notificationSuite } from "./notification-suite.ts";
import { oneTimeLinkSuite } from "./one-time-link-suite.ts";
import { peopleSuite } from "./people-suite.ts";
import { raceSuite } from "./race-suite.ts";
import { requestTokenSuite } from "./request-token-suite.ts";
import { secondFactorSuite } from "./second-factor-suite.ts";
import { sessionSuite } from "./session-suite.ts";
import { upkeepSuite } from "./upkeep-suite.ts";
import { useSuite } from "./use-suite.ts";
import { waitingSignInSuite } from "./waiting-sign-in-suite.ts";

/** What every ledger passes: a suite for each port, and the races. */
export const ledgerSuites = [
  applicationSuite,
  collaboratorSuite,
  notificationSuite,
  peopleSuite,
  requestTokenSuite,
  credentialSuite,
  oneTimeLinkSuite,
  auditLogSuite,
  upkeepSuite,
  raceSuite,
  sessionSuite,
  secondFactorSuite,
  waitingSignInSuite,
  useSuite,
] as const;
