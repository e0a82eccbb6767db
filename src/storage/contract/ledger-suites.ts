import { accessRaceSuite } from "./access-race-suite.ts";
import { adminRequestSuite } from "./admin-request-suite.ts";
import { apiKeySuite } from "./api-key-suite.ts";
import { apiLimitSuite } from "./api-limit-suite.ts";
import { applicationChangeSuite } from "./application-change-suite.ts";
import { applicationKeySuite } from "./application-key-suite.ts";
import { applicationListSuite } from "./application-list-suite.ts";
import { applicationSuite } from "./application-suite.ts";
import { auditLogSuite } from "./audit-log-suite.ts";
import { bearerTokenSuite } from "./bearer-token-suite.ts";
import { bulkActionSuite } from "./bulk-action-suite.ts";
import { clockSuite } from "./clock-suite.ts";
import { collaboratorSuite } from "./collaborator-suite.ts";
import { configurationSuite } from "./configuration-suite.ts";
import { credentialSearchSuite } from "./credential-search-suite.ts";
import { credentialSuite } from "./credential-suite.ts";
import { crowdedReadSuite } from "./crowded-read-suite.ts";
import { defenseSuite } from "./defense-suite.ts";
import { deliverySuite } from "./delivery-suite.ts";
import { dueRowsSuite } from "./due-rows-suite.ts";
import { eventSuite } from "./event-suite.ts";
import { filterSuite } from "./filter-suite.ts";
import { furtherTokenSuite } from "./further-token-suite.ts";
import { goneSuite } from "./gone-suite.ts";
import { identitySuite } from "./identity-suite.ts";
import { maintenanceSuite } from "./maintenance-suite.ts";
import { movedRecordSuite } from "./moved-record-suite.ts";
import { movingSuite } from "./moving-suite.ts";
import { neighborSuite } from "./neighbor-suite.ts";
import { notificationSuite } from "./notification-suite.ts";
import { oneTimeLinkSuite } from "./one-time-link-suite.ts";
import { passkeySuite } from "./passkey-suite.ts";
import { planSuite } from "./plan-suite.ts";
import { profileSuite } from "./profile-suite.ts";
import { rejectedWriteSuite } from "./rejected-write-suite.ts";
import { repeatedWriteSuite } from "./repeated-write-suite.ts";
import { requestLogSuite } from "./request-log-suite.ts";
import { requestTokenSuite } from "./request-token-suite.ts";
import { revocationSuite } from "./revocation-suite.ts";
import { secondFactorSuite } from "./second-factor-suite.ts";
import { sessionSuite } from "./session-suite.ts";
import { signInSuite } from "./sign-in-suite.ts";
import { sourceSuite } from "./source-suite.ts";
import { sunsetNoticeSuite } from "./sunset-notice-suite.ts";
import { suspensionSuite } from "./suspension-suite.ts";
import { traitSuite } from "./trait-suite.ts";
import { unusedAccessSuite } from "./unused-access-suite.ts";
import { usageSuite } from "./usage-suite.ts";
import { usersRaceSuite } from "./user-race-suite.ts";
import { usersSuite } from "./user-suite.ts";
import { waitingSignInSuite } from "./waiting-sign-in-suite.ts";

/** Another write commits between a read and the write that follows it. */
export const raceSuites = [accessRaceSuite, usersRaceSuite] as const;

/** Every database passes these: suites for each port, and the races. */
export const ledgerSuites = [
  applicationSuite,
  applicationChangeSuite,
  applicationKeySuite,
  applicationListSuite,
  bulkActionSuite,
  unusedAccessSuite,
  filterSuite,
  configurationSuite,
  planSuite,
  apiLimitSuite,
  collaboratorSuite,
  notificationSuite,
  usersSuite,
  profileSuite,
  suspensionSuite,
  defenseSuite,
  requestTokenSuite,
  credentialSearchSuite,
  credentialSuite,
  bearerTokenSuite,
  oneTimeLinkSuite,
  auditLogSuite,
  eventSuite,
  neighborSuite,
  rejectedWriteSuite,
  goneSuite,
  repeatedWriteSuite,
  dueRowsSuite,
  crowdedReadSuite,
  clockSuite,
  deliverySuite,
  maintenanceSuite,
  movingSuite,
  furtherTokenSuite,
  movedRecordSuite,
  revocationSuite,
  ...raceSuites,
  sessionSuite,
  secondFactorSuite,
  waitingSignInSuite,
  signInSuite,
  identitySuite,
  passkeySuite,
  usageSuite,
  sourceSuite,
  sunsetNoticeSuite,
  traitSuite,
  requestLogSuite,
  apiKeySuite,
  adminRequestSuite,
] as const;
