/** Every method of the ledger that changes it, by name: what a writer, in whichever thread, can be asked for. */
import * as accessTokens from "./access-tokens.ts";
import * as applications from "./applications.ts";
import * as bearerTokens from "./bearer-tokens.ts";
import * as grantedAccess from "./granted-access.ts";
import * as housekeeping from "./housekeeping.ts";
import * as oneTimeLinks from "./one-time-links.ts";
import * as requestTokens from "./request-tokens.ts";
import * as sessions from "./sessions.ts";
import { changeSetting } from "./settings.ts";
import { record, recordRarely } from "./transaction.ts";
import * as use from "./use.ts";
import * as users from "./users.ts";

export const writes = {
  createUser: users.createUser,
  setPassword: users.setPassword,
  setOperator: users.setOperator,
  changeProfile: users.changeProfile,
  confirmEmail: users.confirmEmail,
  changePassword: users.changePassword,
  deleteUser: users.deleteUser,
  suspendUser: users.suspendUser,
  createApplication: applications.createApplication,
  endOldSecret: applications.endOldSecret,
  changeApplicationLimits: applications.changeApplicationLimits,
  changeApplication: applications.changeApplication,
  regenerateConsumerSecret: applications.regenerateConsumerSecret,
  suspendApplication: applications.suspendApplication,
  deleteApplication: applications.deleteApplication,
  issueRequestToken: requestTokens.issueRequestToken,
  approveRequestToken: requestTokens.approveRequestToken,
  cancelRequestToken: requestTokens.cancelRequestToken,
  exchangeRequestToken: requestTokens.exchangeRequestToken,
  grantAccess: accessTokens.grantAccess,
  regenerateAccess: accessTokens.regenerateAccess,
  revokeAccessToken: accessTokens.revokeAccessToken,
  reduceToRead: grantedAccess.reduceToRead,
  revokeAccess: grantedAccess.revokeAccess,
  outstandingBearerToken: bearerTokens.outstandingBearerToken,
  revokeBearerToken: bearerTokens.revokeBearerToken,
  revokeBearerTokenOf: bearerTokens.revokeBearerTokenOf,
  openSession: sessions.openSession,
  resetPassword: oneTimeLinks.resetPassword,
  proveEmail: oneTimeLinks.proveEmail,
  createUserByLink: oneTimeLinks.createUserByLink,
  withdrawLink: oneTimeLinks.withdrawLink,
  createLink: oneTimeLinks.createLink,
  touchSession: sessions.touchSession,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  changeSetting,
  addUse: use.addUse,
  touchAccessTokens: accessTokens.touchAccessTokens,
  record,
  recordRarely,
  sweep: housekeeping.sweep,
  reseal: housekeeping.reseal,
};

export type Writes = typeof writes;
