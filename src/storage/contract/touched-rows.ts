/** What each write changes, for the worlds of `neighbour-suite.ts`: rows removed (-), changed (~) and added (+). */
import type { WriteName } from "../sql/write.ts";

/** These name nobody: they take what is due, or concern the whole ledger. Their own suites say what stays. */
type Unnamed =
  | "changeSetting"
  | "changeSettings"
  | "endAgain"
  | "nameReceivers"
  | "noteOldSecrets"
  | "reseal"
  | "sealUnder"
  | "settleDeliveries"
  | "sweep"
  | "takeAccountNotice"
  | "takeDeliveries"
  | "takeNotice"
  | "settleRestored";

/** Several where calls differ. */
export const touchedRows: {
  readonly [Name in Exclude<WriteName, Unnamed>]: readonly string[];
} = {
  createApplication: ["+1 application, +1 audit_event"],
  endOldSecret: ["~1 application, -1 previous_bearer_token, +1 audit_event, +2 ended"],
  changeApplicationLimits: ["~1 application, +1 audit_event"],
  changeApplication: [
    "~1 application, -3 request_token, -1 access_token, ~1 access_token, +1 audit_event, ~2 grant_count, +3 ended",
  ],
  regenerateConsumerSecret: [
    "~1 application, -1 bearer_token, +1 previous_bearer_token, +1 audit_event, +1 notice",
  ],
  setApplicationIcon: ["~1 application, +1 application_icon, +1 audit_event"],
  confirmScheme: ["~1 application, +1 audit_event"],
  suspendApplication: ["~1 application, +1 audit_event, +1 notice, +1 ended"],
  restoreApplication: ["~1 application, +1 audit_event, +1 notice"],
  deleteApplication: [
    "-1 application, -2 collaborator, -5 request_token, -3 access_token, +1 audit_event, -2 grant_count, +1 deleted_application, -2 notice, -1 limit_notice, +1 ended, -1 refused_request",
  ],
  inviteCollaborator: ["+1 collaborator, +1 audit_event"],
  changeCollaborator: ["~1 collaborator, +1 audit_event, +1 ended"],
  removeCollaborator: ["-1 collaborator, +1 audit_event, +1 ended"],
  acceptInvitation: ["~1 collaborator, +1 audit_event, +1 notice"],
  offerOwnership: ["+1 ownership_offer, +1 audit_event, +1 notice"],
  endOwnershipOffer: ["-1 ownership_offer, +1 audit_event"],
  acceptOwnership: [
    "~1 application, -1 collaborator, -1 ownership_offer, +1 audit_event, +1 notice, +2 ended",
  ],
  moveApplication: ["~1 application, -1 collaborator, +1 audit_event, +1 notice, +2 ended"],
  issueRequestToken: ["+1 request_token"],
  approveRequestToken: ["~1 request_token, +1 audit_event", "nothing"],
  withdrawApproval: ["nothing", "-1 request_token, +1 audit_event"],
  cancelRequestToken: ["~1 request_token, +1 audit_event"],
  exchangeRequestToken: [
    "~1 request_token",
    "-1 request_token, +1 access_token, +1 audit_event, ~1 grant_count",
  ],
  grantAccess: ["+1 access_token, +1 audit_event, ~1 grant_count"],
  grantRegisteredAccess: ["+1 access_token, +1 audit_event, ~1 grant_count"],
  regenerateAccess: ["-1 access_token, +1 access_token, +1 audit_event, +1 ended"],
  revokeAccessToken: ["-1 access_token, +1 audit_event, ~1 grant_count, +1 ended"],
  reduceToRead: [
    "-1 request_token, ~1 access_token, +1 audit_event, ~2 grant_count, +1 ended",
    "-1 access_token, +1 audit_event, ~1 grant_count, +1 ended",
  ],
  revokeAccess: ["-2 request_token, -1 access_token, +1 audit_event, ~1 grant_count, +1 ended"],
  issueBearerToken: ["+1 bearer_token, +1 audit_event", "nothing"],
  revokeBearerToken: ["nothing", "-1 bearer_token, +1 audit_event, +1 ended"],
  revokeBearerTokenOf: ["-1 bearer_token, +1 audit_event, +1 ended"],
  touchAccessTokens: ["~1 access_token"],
  noteLimitReached: ["+1 notice, +1 limit_notice"],
  keepRefusedRequest: ["+1 refused_request", "-1 refused_request, +1 refused_request"],
  createUser: ["+1 user, +2 audit_event"],
  setPassword: [
    "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +3 ended",
  ],
  setOperator: ["~1 user, +1 audit_event", "~1 user, +1 audit_event, +1 ended"],
  changeProfile: ["~1 user, +1 audit_event, -3 one_time_link, +1 resting_screen_name"],
  confirmEmail: ["~1 user, +1 audit_event, -1 one_time_link"],
  changePassword: [
    "~1 user, -2 session, +1 session, -1 waiting_sign_in, +1 audit_event, -2 one_time_link, +1 ended",
  ],
  deleteUser: [
    "-1 user, -1 collaborator, -1 ownership_offer, -4 request_token, -3 access_token, -2 session, -2 recovery_code, -1 waiting_sign_in, -1 identity, -1 passkey, +1 audit_event, ~3 grant_count, -3 one_time_link, +1 resting_screen_name, +1 ended",
  ],
  suspendUser: [
    "~1 user, -4 request_token, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +1 ended",
  ],
  restoreUser: ["~1 user, +1 audit_event"],
  openSession: ["+1 session, +1 audit_event", "-1 session, +1 session, +1 audit_event"],
  resetPassword: [
    "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -4 one_time_link, +3 ended",
    "-2 recovery_code, -1 identity, -1 passkey, +1 audit_event, -1 one_time_link, +4 ended",
  ],
  proveEmail: ["~1 user, +1 audit_event, -2 one_time_link"],
  createUserByLink: ["+1 user, +1 audit_event, -1 one_time_link", "nothing"],
  withdrawLink: ["+1 audit_event, -1 one_time_link"],
  createLink: ["+1 audit_event, +1 one_time_link"],
  touchSession: ["~1 session"],
  endSession: ["-1 session, +1 audit_event"],
  endOtherSessions: ["-3 session, -1 waiting_sign_in, +1 audit_event"],
  addUsage: ["+1 use_count"],
  record: ["+1 audit_event"],
  recordRarely: ["+1 audit_event"],
  askAboutPassword: ["~1 user"],
  changeNotifications: ["~1 user, +1 audit_event"],
  noteLanguage: ["~1 user"],
  setTotp: [
    "-2 session, +1 session, +1 totp, -2 recovery_code, +1 recovery_code, -1 waiting_sign_in, +1 audit_event, +2 ended",
  ],
  removeTotp: ["-1 session, +1 session, -1 totp, +1 audit_event, +1 ended"],
  replaceRecoveryCodes: ["-1 session, +1 session, -1 recovery_code, +1 audit_event, +1 ended"],
  removeSecondFactors: [
    "-1 session, -1 totp, -1 recovery_code, -1 passkey, +1 audit_event, +3 ended",
  ],
  removeSecondFactor: [
    "-1 session, -1 passkey, +1 audit_event, +1 ended",
    "-1 totp, +1 audit_event, +1 ended",
  ],
  createUserWithIdentity: ["+1 user, +1 identity, +1 audit_event"],
  linkIdentity: ["-2 session, +1 session, -1 waiting_sign_in, +1 identity, +1 audit_event"],
  unlinkIdentity: ["nothing", "-1 session, +1 session, -1 identity, +1 audit_event, +1 ended"],
  removeIdentity: ["-1 identity, +1 audit_event, +1 ended"],
  endSessionsFrom: ["-1 session, +1 audit_event, +1 provider_logout", "+1 provider_logout"],
  addPasskey: ["-2 session, +1 session, -1 waiting_sign_in, +1 passkey, +1 audit_event"],
  renamePasskey: ["~1 passkey, +1 audit_event"],
  removePasskey: ["-1 session, +1 session, -1 passkey, +1 audit_event, +1 ended"],
  beginSignIn: ["+1 waiting_sign_in"],
  finishSignIn: [
    "+1 session, -1 waiting_sign_in, ~1 passkey, +1 audit_event",
    "+1 session, ~1 totp, -1 waiting_sign_in, +1 audit_event",
    "nothing",
  ],
  proveAgain: ["~1 session"],
  importRecords: [
    "nothing",
    "+2 user, +1 application, +1 application_icon, +1 collaborator, +1 access_token, +1 bearer_token, +2 audit_event, +1 grant_count",
  ],
  renewPasswordHash: ["~1 user"],
};
