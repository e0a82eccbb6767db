/** The function of each write. The database's methods are made from this list. */
import * as accessTokens from "./access-tokens.ts";
import { takeAccountNotice } from "./account-notices.ts";
import { endAdminRequest } from "./admin-requests.ts";
import * as admins from "./admins.ts";
import * as apiKeys from "./api-keys.ts";
import * as apiLimits from "./api-limits.ts";
import { setApplicationIcon } from "./application-icons.ts";
import * as oversight from "./application-oversight.ts";
import * as applicationSecrets from "./application-secrets.ts";
import * as applications from "./applications.ts";
import * as approval from "./approval-decisions.ts";
import { withdrawApproval, withdrawApprovals } from "./approvals.ts";
import * as bearerTokens from "./bearer-tokens.ts";
import * as bulkActions from "./bulk-actions.ts";
import * as collaborators from "./collaborators.ts";
import { configureApplication } from "./configure-application.ts";
import { exchangeRequestToken } from "./exchange-request-token.ts";
import * as grantedAccess from "./granted-access.ts";
import { sweep } from "./housekeeping.ts";
import * as identities from "./identities.ts";
import { importRecords } from "./import-records.ts";
import * as notices from "./notices.ts";
import * as notificationSettings from "./notification-settings.ts";
import * as oneTimeLinks from "./one-time-links.ts";
import * as ownership from "./ownership.ts";
import * as passkeys from "./passkeys.ts";
import * as plans from "./plans.ts";
import * as profiles from "./profiles.ts";
import { nameReceivers, retryDeliveries } from "./receivers.ts";
import { logRejectedRequest, logVerifiedRequests } from "./request-log.ts";
import * as requestTokens from "./request-tokens.ts";
import { reseal } from "./reseal.ts";
import { revokeAgain } from "./revocations.ts";
import { sealUnder } from "./ring-keys.ts";
import * as secondFactors from "./second-factors.ts";
import * as sessions from "./sessions.ts";
import { changeSetting, changeSettings } from "./settings.ts";
import { settleDeliveries } from "./settle-deliveries.ts";
import { settleRestored } from "./settle-restored.ts";
import { addSources } from "./sources.ts";
import * as sunsetNotices from "./sunset-notices.ts";
import { takeDeliveries } from "./take-deliveries.ts";
import { addTraitUses } from "./traits.ts";
import { record, recordRarely } from "./transaction.ts";
import { settleUnusedAccess } from "./unused-access.ts";
import * as use from "./usage.ts";
import * as userPasswords from "./user-passwords.ts";
import * as users from "./users.ts";
import * as waitingSignIns from "./waiting-sign-ins.ts";
import type { Transaction, Write, WriteName, WriteResult, Writes } from "./write.ts";

const writes: Writes = {
  createUser: users.createUser,
  setPassword: userPasswords.setPassword,
  grantAdmin: admins.grantAdmin,
  revokeAdmin: admins.revokeAdmin,
  setAdministrators: admins.setAdministrators,
  changeProfile: profiles.changeProfile,
  markEmailVerified: profiles.markEmailVerified,
  askAboutPassword: userPasswords.askAboutPassword,
  changePassword: userPasswords.changePassword,
  deleteUser: users.deleteUser,
  suspendUser: admins.suspendUser,
  restoreUser: admins.restoreUser,
  createApplication: applications.createApplication,
  revokeConsumerSecret: applicationSecrets.revokeConsumerSecret,
  revokePreviousSecret: applicationSecrets.revokePreviousSecret,
  changeApplicationLimits: oversight.changeApplicationLimits,
  changeApplication: applications.changeApplication,
  configureApplication,
  regenerateConsumerSecret: applicationSecrets.regenerateConsumerSecret,
  setApplicationIcon,
  savePlan: plans.savePlan,
  deletePlan: plans.deletePlan,
  setApplicationPlan: plans.setApplicationPlan,
  saveApiLimit: apiLimits.saveApiLimit,
  deleteApiLimit: apiLimits.deleteApiLimit,
  confirmScheme: oversight.confirmScheme,
  requestApproval: approval.requestApproval,
  takeBackChange: approval.takeBackChange,
  approveApplication: approval.approveApplication,
  askAboutApplication: approval.askAboutApplication,
  declineApplication: approval.declineApplication,
  suspendApplication: oversight.suspendApplication,
  restoreApplication: oversight.restoreApplication,
  notifyOwner: oversight.notifyOwner,
  deleteApplication: applications.deleteApplication,
  inviteCollaborator: collaborators.inviteCollaborator,
  changeCollaborator: collaborators.changeCollaborator,
  removeCollaborator: collaborators.removeCollaborator,
  acceptInvitation: collaborators.acceptInvitation,
  offerOwnership: ownership.offerOwnership,
  endOwnershipOffer: ownership.endOwnershipOffer,
  acceptOwnership: ownership.acceptOwnership,
  transferApplication: ownership.transferApplication,
  changeNotifications: notificationSettings.changeNotifications,
  noteLanguage: notificationSettings.noteLanguage,
  noteLimitReached: notices.noteLimitReached,
  noteOldSecrets: notices.noteOldSecrets,
  takeNotice: notices.takeNotice,
  takeKeyNotice: apiKeys.takeKeyNotice,
  noteSunsets: sunsetNotices.noteSunsets,
  takeSunsetNotice: sunsetNotices.takeSunsetNotice,
  takeAccountNotice,
  issueRequestToken: requestTokens.issueRequestToken,
  approveRequestToken: requestTokens.approveRequestToken,
  cancelRequestToken: requestTokens.cancelRequestToken,
  exchangeRequestToken,
  withdrawApproval,
  withdrawApprovals,
  grantAccess: accessTokens.grantAccess,
  grantRegisteredAccess: accessTokens.grantRegisteredAccess,
  regenerateAccess: accessTokens.regenerateAccess,
  revokeAccessToken: accessTokens.revokeAccessToken,
  reduceToRead: grantedAccess.reduceToRead,
  revokeAccess: grantedAccess.revokeAccess,
  issueBearerToken: bearerTokens.issueBearerToken,
  revokeBearerToken: bearerTokens.revokeBearerToken,
  revokeBearerTokenOf: bearerTokens.revokeBearerTokenOf,
  openSession: sessions.openSession,
  resetPassword: oneTimeLinks.resetPassword,
  verifyEmail: oneTimeLinks.verifyEmail,
  createUserByLink: oneTimeLinks.createUserByLink,
  withdrawInvitation: oneTimeLinks.withdrawInvitation,
  restoreInvitation: oneTimeLinks.restoreInvitation,
  createLink: oneTimeLinks.createLink,
  createInvitations: oneTimeLinks.createInvitations,
  recordInvitationEmails: oneTimeLinks.recordInvitationEmails,
  touchSession: sessions.touchSession,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
  setTotp: secondFactors.setTotp,
  removeTotp: secondFactors.removeTotp,
  replaceRecoveryCodes: secondFactors.replaceRecoveryCodes,
  removeSecondFactor: secondFactors.removeSecondFactor,
  removeSecondFactors: secondFactors.removeSecondFactors,
  beginSignIn: waitingSignIns.beginSignIn,
  finishSignIn: waitingSignIns.finishSignIn,
  reauthenticate: waitingSignIns.reauthenticate,
  createUserWithIdentity: identities.createUserWithIdentity,
  linkIdentity: identities.linkIdentity,
  unlinkIdentity: identities.unlinkIdentity,
  removeIdentity: identities.removeIdentity,
  endSessionsFrom: identities.endSessionsFrom,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  changeSetting,
  changeSettings,
  createApiKey: apiKeys.createApiKey,
  rotateApiKey: apiKeys.rotateApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  touchApiKey: apiKeys.touchApiKey,
  announceBulkAction: bulkActions.announceBulkAction,
  beginBulkAction: bulkActions.beginBulkAction,
  stopBulkAction: bulkActions.stopBulkAction,
  stepBulkAction: bulkActions.stepBulkAction,
  endAdminRequest,
  addUsage: use.addUsage,
  addSources,
  addTraitUses,
  touchAccessTokens: accessTokens.touchAccessTokens,
  settleUnusedAccess,
  logRejectedRequest,
  logVerifiedRequests,
  record,
  recordRarely,
  importRecords,
  renewPasswordHash: userPasswords.renewPasswordHash,
  sweep,
  nameReceivers,
  retryDeliveries,
  takeDeliveries,
  settleDeliveries,
  revokeAgain,
  settleRestored,
  sealUnder,
  reseal,
};

export const writeNames = Object.keys(writes) as WriteName[];

export function perform<Name extends WriteName>(
  { name, args }: Write<Name>,
  transaction: Transaction,
): Promise<WriteResult<Name>> {
  return writes[name](transaction, ...args);
}
