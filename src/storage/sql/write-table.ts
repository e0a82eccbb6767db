/**
 * What each write reads, decides and writes, and what it does about other writes that commit meanwhile. ADR 15 has the
 * four kinds of writes, and ADR 21 what an engine holds for them.
 *
 * This table names the writes: `WriteName` is made from it, so a write without a row does not compile.
 */
import type { Ledger } from "../../domain/ports/ledger.ts";

export interface WriteRow {
  /** The values that the write reads before it decides. */
  readonly reads: string;
  readonly writes: string;
  /** "transaction", "compare-and-set", "one statement", or "harmless:" with the reason. */
  readonly how: string;
  /**
   * What a write that decides in a transaction must hold until it commits: under a weaker isolation than serializable,
   * it needs a lock on these rows, or a constraint that makes the loser fail.
   */
  readonly holds?: string;
  /**
   * The rows that a call removes (-), changes (~) and adds (+), in the worlds of the contract's `neighbor-suite.ts`;
   * several where calls differ. Left out for writes that name no one: they take what is due, or concern the whole
   * database, and their own suites say what stays.
   */
  readonly touches?: readonly string[];
}

export const writeTable = {
  // The interface
  issueRequestToken: {
    reads: "the callbacks and the level of the application that the caller saw (`seen`)",
    writes: "the request token",
    how: "compare-and-set in the transaction; the operation retries once, then 503",
    holds: "the application as it was compared",
    touches: ["+1 request_token"],
  },
  approveRequestToken: {
    reads:
      "not decided, not expired; with `onlyIfGranted` also the grant that covers it, the application's setting and suspension",
    writes: "who approved, and the verifier's digest",
    how: 'transaction; "not-granted": the user is asked',
    holds:
      "the request token; with `onlyIfGranted` the grant that it relies on, and the application's settings",
    touches: ["~1 request_token, +1 audit_event", "nothing"],
  },
  cancelRequestToken: {
    reads: "not decided, not expired",
    writes: "the answer",
    how: "one statement",
    touches: ["~1 request_token, +1 audit_event"],
  },
  withdrawApproval: {
    reads: "whether the user approved it, and it was not exchanged",
    writes: "deletes it",
    how: "one statement; an exchange deletes the same row, and one of the two does",
    touches: ["nothing", "-1 request_token, +1 audit_event"],
  },
  exchangeRequestToken: {
    reads: "alive, approved by whom, the verifier, how many wrong ones came",
    writes: "deletes it by token and digest, and grants access; or counts a wrong verifier",
    how: "transaction",
    holds: "the request token, its count of wrong tries, and the access token of the same grant",
    touches: [
      "~1 request_token",
      "-1 request_token, +1 access_token, +1 audit_event, ~1 grant_count",
    ],
  },
  grantAccess: {
    reads:
      "whether the application and the user are there; the existing token of this application, user and level",
    writes: "the candidate, unless there is one",
    how: "transaction, and a unique constraint",
    holds:
      "the application and the user; the existing token: the unique constraints on (application, user, level) and on application decide",
    touches: ["+1 access_token, +1 audit_event, ~1 grant_count"],
  },
  grantRegisteredAccess: {
    reads: "the application's level, and both suspensions; then the same",
    writes: "the same",
    how: "transaction",
    holds:
      "the application as it was compared; the existing token: the unique constraints on (application, user, level) and on application decide",
    touches: ["+1 access_token, +1 audit_event, ~1 grant_count", "+1 audit_event"],
  },
  regenerateAccess: {
    reads:
      "the token that the caller saw (`replaces`), the application's level, and both suspensions",
    writes: "deletes it, and grants access",
    how: "compare-and-set on the token; the level in the transaction",
    holds:
      "the application as it was compared; the existing token: the unique constraints on (application, user, level) and on application decide",
    touches: ["-1 access_token, +1 access_token, +1 audit_event, +1 revocation"],
  },
  revokeAccessToken: {
    reads: "whose it is, and the other tokens of its grant",
    writes:
      "deletes it; the newest of the others takes its place; deletes what its user approved for the application: an approval made from this token would bring it back",
    how: "transaction",
    holds: "all tokens of the grant, and the approvals that are not exchanged yet",
    touches: ["-1 access_token, +1 audit_event, ~1 grant_count, +1 revocation"],
  },
  reduceToRead: {
    reads: "which tokens the application has of the user",
    writes: "lowers or deletes the one for writing, and what was approved for writing",
    how: "transaction",
    holds: "all tokens of the grant, and the approvals that are not exchanged yet",
    touches: [
      "-1 request_token, ~1 access_token, +1 audit_event, ~2 grant_count, +1 revocation",
      "-1 access_token, +1 audit_event, ~1 grant_count, +1 revocation",
    ],
  },
  revokeAccess: {
    reads: "which tokens the application has of the user",
    writes: "deletes them, and what was approved",
    how: "transaction",
    holds: "all tokens of the grant, and the approvals that are not exchanged yet",
    touches: ["-2 request_token, -1 access_token, +1 audit_event, ~1 grant_count, +1 revocation"],
  },
  issueBearerToken: {
    reads:
      "whether the application is suspended, and with `authenticatedBy` which of its secrets that is still; the existing token of that secret",
    writes: "the candidate, unless there is one",
    how: "transaction, and a unique constraint",
    holds:
      "the application's secret; the existing token: the unique constraints on (application, user, level) and on application decide",
    touches: ["+1 bearer_token, +1 audit_event", "nothing"],
  },
  revokeBearerToken: {
    reads: "with `ownerId` who owns the application",
    writes: "deletes the token of that digest",
    how: "transaction",
    holds: "the application's owner",
    touches: ["nothing", "-1 bearer_token, +1 audit_event, +1 revocation"],
  },
  revokeBearerTokenOf: {
    reads: "nothing",
    writes: "deletes the application's tokens",
    how: "one statement a table; a token made since the page was shown ends too, and can be made again",
    touches: ["-1 bearer_token, +1 audit_event, +1 revocation"],
  },
  addUsage: {
    reads: "nothing",
    writes: "adds to the counts",
    how: "one statement a row",
    touches: ["+1 use_count"],
  },
  touchAccessTokens: {
    reads: "the day that is there",
    writes: "a later day",
    how: "one statement each",
    touches: ["~1 access_token"],
  },
  noteLimitReached: {
    reads: "whether the application exists, and when its users were last told of this limit",
    writes: "the time, and a notice",
    how: "transaction",
    holds: "the application, and the rows that are kept for it",
    touches: ["+1 notice, +1 limit_notice"],
  },
  keepRejectedRequest: {
    reads: "whether the application exists, and which requests are kept for it",
    writes: "the request; deletes what is beyond the share of its network",
    how: "transaction",
    holds: "the application, and the rows that are kept for it",
    touches: ["+1 rejected_request", "-1 rejected_request, +1 rejected_request"],
  },

  // Users
  createUser: {
    reads:
      "the setting of sign-up that the caller saw (`signUpSeen`); whether the screen name is free, and reserved for no one else",
    writes: "the account; the first administrator's link ends with an administrator",
    how: "compare-and-set on the setting; the name in the transaction",
    holds:
      "whether the screen name is free: a unique constraint; whether it is reserved, and how many are; the settings as they were compared",
    touches: ["+1 user, +2 audit_event"],
  },
  createUserByLink: {
    reads:
      "whether the link is alive; for the first administrator's link, whether there is an administrator",
    writes: "the same; deletes the link",
    how: "transaction",
    holds:
      "whether the screen name is free: a unique constraint; whether it is reserved, and how many are; that there is no administrator yet; the link: `delete … returning` decides who used it; and suspension",
    touches: ["+1 user, +1 audit_event, -1 one_time_link", "nothing"],
  },
  createUserWithIdentity: {
    reads: "whether the identity has an account, and whether there is an administrator",
    writes: "the account and its identity",
    how: "transaction",
    holds:
      "whose the identity is, and which sign-in methods the user has: lock the user; the unique constraint on the identity decides between users; whether the screen name is free: a unique constraint; whether it is reserved, and how many are; that there is no administrator yet",
    touches: ["+1 user, +1 identity, +1 audit_event"],
  },
  deleteUser: {
    reads:
      "the password that was right; whether they own applications, or are the last administrator",
    writes: "deletes the account and what it granted; its screen name rests",
    how: "compare-and-set on the hash; the rest in the transaction",
    holds:
      "the password that was checked, and suspension: compare and set on the user; that another administrator is left: lock the rows of administrators; that the user owns no application",
    touches: [
      "-1 user, -1 collaborator, -1 ownership_offer, -4 request_token, -3 access_token, -2 session, -2 recovery_code, -1 waiting_sign_in, -1 identity, -1 passkey, +1 audit_event, ~3 grant_count, -3 one_time_link, +1 reserved_screen_name, +1 revocation",
    ],
  },
  setPassword: {
    reads: "whether the account is still there",
    writes: "the hash; deletes everything begun",
    how: "one statement decides; of two administrators the later wins",
    touches: [
      "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +3 revocation",
    ],
  },
  changePassword: {
    reads: "the password that was right (`from`)",
    writes: "the hash; the new session in place of all others; deletes approvals and reset links",
    how: "compare-and-set on the hash",
    touches: [
      "~1 user, -2 session, +1 session, -1 waiting_sign_in, +1 audit_event, -2 one_time_link, +1 revocation",
    ],
  },
  renewPasswordHash: {
    reads: "the hash that the password was right for (`from`)",
    writes: "another hash of the same password",
    how: "compare-and-set on the hash",
    touches: ["~1 user"],
  },
  resetPassword: {
    reads: "whether the link is alive, and its user not suspended",
    writes:
      "the hash; deletes everything begun; with a recovery link second factors and identities too, and trust in the address",
    how: "transaction",
    holds: "the link: `delete … returning` decides who used it; and suspension",
    touches: [
      "~1 user, -2 collaborator, -1 ownership_offer, -2 session, -1 waiting_sign_in, +1 audit_event, -4 one_time_link, +3 revocation",
      "-2 recovery_code, -1 identity, -1 passkey, +1 audit_event, -1 one_time_link, +4 revocation",
    ],
  },
  askAboutPassword: {
    reads: "when the user was last asked",
    writes: "that they are asked now",
    how: "one statement: of many who ask, one does",
    touches: ["~1 user"],
  },
  changeProfile: {
    reads:
      "the profile that the caller saw (`seen`); how many names rest, and whether the name is free",
    writes:
      "the profile; the old name rests; another address deletes the links that went to the old one, and leaves a notice to it",
    how: "compare-and-set on the whole profile; the rest in the transaction",
    holds:
      "whether the screen name is free: a unique constraint; whether it is reserved, and how many are; the user's address",
    touches: ["~1 user, +1 audit_event, -3 one_time_link, +1 reserved_screen_name"],
  },
  confirmEmail: {
    reads: "the address that was displayed",
    writes: "that it is proven, and trusted again; deletes links that prove it",
    how: "compare-and-set on the address in the transaction",
    holds: "the user's address",
    touches: ["~1 user, +1 audit_event, -1 one_time_link"],
  },
  verifyEmail: {
    reads: "whether the link is alive, its user not suspended, and the address theirs still",
    writes: "the same",
    how: "transaction",
    holds: "the link: `delete … returning` decides who used it; and suspension; the user's address",
    touches: ["~1 user, +1 audit_event, -2 one_time_link"],
  },
  createLink: {
    reads:
      "that its user is there and not suspended; for a mailed link the address that it goes to, for one to a new password also that the address is trusted; whether this form made a link already; whether the link that it replaces is there",
    writes: "the link, and the form's mark; deletes the link that it replaces",
    how: "compare-and-set on the address; the mark in the transaction",
    holds: "the user's address",
    touches: ["+1 audit_event, +1 one_time_link"],
  },
  withdrawLink: {
    reads: "nothing",
    writes: "deletes the link",
    how: "one statement",
    touches: ["+1 audit_event, -1 one_time_link"],
  },
  changeNotifications: {
    reads: "what is turned off",
    writes: "the same, where it differs",
    how: "one statement decides; the later of two wins",
    touches: ["~1 user, +1 audit_event"],
  },
  noteLanguage: {
    reads: "nothing",
    writes: "the language",
    how: "harmless: the later of two wins",
    touches: ["~1 user"],
  },
  openSession: {
    reads:
      "the password that was right, suspension; whether the identity is theirs and its sign-in has not ended at the provider; the passkey's counter",
    writes: "the session; deletes the one that it replaces and those beyond the bound",
    how: "compare-and-set on the hash; the rest in the transaction",
    holds:
      "the password that was checked, and suspension: compare and set on the user; the number of the user's sessions and of their waiting sign-ins: lock the user. The identity, and what ended at its provider",
    touches: ["+1 session, +1 audit_event", "-1 session, +1 session, +1 audit_event"],
  },
  touchSession: {
    reads: "nothing",
    writes: "the time of last use",
    how: "harmless: the later of two wins, and both are now",
    touches: ["~1 session"],
  },
  endSession: {
    reads: "nothing",
    writes: "deletes the session",
    how: "one statement",
    touches: ["-1 session, +1 audit_event"],
  },
  endOtherSessions: {
    reads: "nothing",
    writes: "deletes sessions, sign-ins that wait, and approvals",
    how: "one statement a table",
    touches: ["-3 session, -1 waiting_sign_in, +1 audit_event"],
  },
  endSessionsFrom: {
    reads: "whether the provider's token was used, and whose the identity is",
    writes: "that it was; deletes sessions, and sign-ins that wait",
    how: "transaction",
    holds: "whose the identity is",
    touches: ["-1 session, +1 audit_event, +1 provider_logout", "+1 provider_logout"],
  },
  beginSignIn: {
    reads: "the password that was right, suspension; the identity as in `openSession`",
    writes: "the sign-in that waits; deletes those beyond the bound",
    how: "compare-and-set on the hash; the rest in the transaction",
    holds:
      "the password that was checked, and suspension: compare and set on the user; the number of the user's sessions and of their waiting sign-ins: lock the user. The identity, and what ended at its provider",
    touches: ["+1 waiting_sign_in"],
  },
  finishSignIn: {
    reads: "whether it still waits and its user is not suspended; whether the proof was used",
    writes: "uses up the proof, deletes what waited, and opens the session",
    how: "transaction",
    holds: "the sign-in that waits, the proof, and suspension",
    touches: [
      "+1 session, -1 waiting_sign_in, ~1 passkey, +1 audit_event",
      "+1 session, ~1 totp, -1 waiting_sign_in, +1 audit_event",
      "nothing",
    ],
  },
  reauthenticate: {
    reads:
      "whether the session is still valid, and is the user's; whether the proof was used, or the identity is theirs and its sign-in has not ended at the provider",
    writes:
      "uses up the proof; the session's proofs, and the sign-in at a provider that it ends with",
    how: "transaction",
    holds: "the session, and the proof or the identity",
    touches: ["~1 session"],
  },
  setTotp: {
    reads: "suspension",
    writes:
      "the secret and the recovery codes; the session in place of all others, and of approvals",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: [
      "-2 session, +1 session, +1 totp, -2 recovery_code, +1 recovery_code, -1 waiting_sign_in, +1 audit_event, +2 revocation",
    ],
  },
  removeTotp: {
    reads: "whether there is one, and another factor",
    writes:
      "deletes it, and with the last factor the recovery codes; the session in place of all others",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: ["-1 session, +1 session, -1 totp, +1 audit_event, +1 revocation"],
  },
  replaceRecoveryCodes: {
    reads: "whether there is a factor",
    writes: "the recovery codes; the session in place of all others",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: ["-1 session, +1 session, -1 recovery_code, +1 audit_event, +1 revocation"],
  },
  removeSecondFactor: {
    reads: "whether it is there, and another one",
    writes: "deletes it, and with the last one the recovery codes; deletes sessions",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: [
      "-1 session, -1 passkey, +1 audit_event, +1 revocation",
      "-1 totp, +1 audit_event, +1 revocation",
    ],
  },
  removeSecondFactors: {
    reads: "whether there is one",
    writes: "deletes them, the recovery codes and sessions",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: ["-1 session, -1 totp, -1 recovery_code, -1 passkey, +1 audit_event, +3 revocation"],
  },
  addPasskey: {
    reads: "suspension; how many there are, and whether another factor is; whether anyone has it",
    writes:
      "the passkey, with the first factor the recovery codes; the session in place of all others",
    how: "transaction",
    holds: "which factors the user has, and suspension: lock the user",
    touches: ["-2 session, +1 session, -1 waiting_sign_in, +1 passkey, +1 audit_event"],
  },
  renamePasskey: {
    reads: "whose it is",
    writes: "the name",
    how: "one statement; of two names the later wins, and the event may tell an earlier one as the name before",
    touches: ["~1 passkey, +1 audit_event"],
  },
  removePasskey: {
    reads: "whether it is theirs, and whether another sign-in method is left",
    writes:
      "deletes it, and with the last factor the recovery codes; the session in place of all others",
    how: "transaction; which sign-in methods the service offers is configuration",
    holds:
      "which factors the user has, and suspension: lock the user; whose the identity is, and which sign-in methods the user has: lock the user; the unique constraint on the identity decides between users",
    touches: ["-1 session, +1 session, -1 passkey, +1 audit_event, +1 revocation"],
  },
  linkIdentity: {
    reads: "suspension; whose the identity is, and how many the user has",
    writes: "the identity; the session in place of all others",
    how: "transaction",
    holds:
      "whose the identity is, and which sign-in methods the user has: lock the user; the unique constraint on the identity decides between users",
    touches: ["-2 session, +1 session, -1 waiting_sign_in, +1 identity, +1 audit_event"],
  },
  unlinkIdentity: {
    reads: "whether it is theirs, and whether another sign-in method is left",
    writes: "deletes it; the session in place of all others",
    how: "transaction",
    holds:
      "whose the identity is, and which sign-in methods the user has: lock the user; the unique constraint on the identity decides between users",
    touches: ["nothing", "-1 session, +1 session, -1 identity, +1 audit_event, +1 revocation"],
  },
  removeIdentity: {
    reads: "whose it is",
    writes: "deletes it, and sessions",
    how: "one statement decides",
    touches: ["-1 identity, +1 audit_event, +1 revocation"],
  },

  // The portal
  createApplication: {
    reads: "whether the owner is there, how many they have, and whether the id is free",
    writes: "the application",
    how: "transaction",
    holds: "the number of the user's applications: lock the user",
    touches: ["+1 application, +1 audit_event"],
  },
  changeApplication: {
    reads: "the whole application that the change was decided on (`from`)",
    writes:
      "the settings, if they differ; lowers tokens; deletes request tokens of a callback that goes",
    how: "compare-and-set on all of it in the transaction",
    holds:
      "the application as it was compared; all tokens of the grant, and the approvals that are not exchanged yet",
    touches: [
      "~1 application, -3 request_token, -1 access_token, ~1 access_token, +1 audit_event, ~2 grant_count, +3 revocation",
    ],
  },
  configureApplication: {
    reads:
      "the application and its collaborators as the caller saw them; for a new one, the names of the owner's applications and the consumer key",
    writes: "what the configuration has of the writes around this one, each with its event",
    how: "compare-and-set on all of it in the transaction",
    holds:
      "the application as it was compared and its collaborators; all tokens of the grant, and the approvals that are not exchanged yet; the names of the owner's applications: lock the user",
    touches: [
      "~1 application, -2 collaborator, +1 collaborator, +6 audit_event, +2 notice, +3 revocation",
      "-1 application, -1 collaborator, -5 request_token, -3 access_token, +1 audit_event, -2 grant_count, +1 deleted_application, -4 notice, -1 limit_notice, +1 revocation, -1 rejected_request",
    ],
  },
  setApplicationIcon: {
    reads: "whether it is the current one",
    writes: "the icon",
    how: "one statement decides; the later of two wins",
    touches: ["~1 application, +1 application_icon, +1 audit_event"],
  },
  regenerateConsumerSecret: {
    reads:
      "when the secret was set that the caller saw (`replaces`); whether the same notice waits",
    writes:
      "the secret, the previous one until its end, and a notice; deletes the bearer token, or moves it to those that end with the previous secret",
    how: "compare-and-set; `app regenerate-secret` gives it too",
    touches: [
      "~1 application, -1 bearer_token, +1 previous_bearer_token, +1 audit_event, +1 notice",
    ],
  },
  revokePreviousSecret: {
    reads:
      "when the secret was set that the caller saw (`secretSetAt`); whether a previous one overlaps",
    writes: "deletes the previous one and its bearer token",
    how: "compare-and-set",
    touches: ["~1 application, -1 previous_bearer_token, +1 audit_event, +2 revocation"],
  },
  deleteApplication: {
    reads: "whether it is still there",
    writes: "deletes it and its tokens; keeps its name",
    how: "one statement decides; of two at once, one is recorded",
    touches: [
      "-1 application, -2 collaborator, -5 request_token, -3 access_token, +1 audit_event, -2 grant_count, +1 deleted_application, -2 notice, -1 limit_notice, +1 revocation, -1 rejected_request",
    ],
  },
  inviteCollaborator: {
    reads:
      "who owns the application, whether the user exists, who works on it already, how many invitations of this owner wait for the user",
    writes: "the invitation; deletes expired ones",
    how: "transaction",
    holds:
      "the application's owner and its collaborators; the number of invitations and offers of this owner to the user: lock both",
    touches: ["+1 collaborator, +1 audit_event"],
  },
  changeCollaborator: {
    reads: "whether they are one, or invited",
    writes: "the role",
    how: "one statement; the later of two wins",
    touches: ["~1 collaborator, +1 audit_event, +1 revocation"],
  },
  removeCollaborator: {
    reads: "whether they are one, or invited",
    writes: "deletes that, an offer to them, and leaves a notice",
    how: "one statement decides",
    touches: ["-1 collaborator, +1 audit_event, +1 revocation"],
  },
  acceptInvitation: {
    reads: "the role that the user was shown (`role`), and whether the invitation is alive",
    writes: "that it is accepted, and a notice",
    how: "compare-and-set on the role",
    touches: ["~1 collaborator, +1 audit_event, +1 notice"],
  },
  offerOwnership: {
    reads:
      "who owns the application, whether the user exists, how many invitations of this owner wait for them",
    writes: "the offer, in place of an earlier one, and a notice",
    how: "transaction",
    holds:
      "the application's owner and its collaborators; the number of invitations and offers of this owner to the user: lock both",
    touches: ["+1 ownership_offer, +1 audit_event, +1 notice"],
  },
  endOwnershipOffer: {
    reads: "whether it is offered to this user",
    writes: "deletes the offer",
    how: "one statement",
    touches: ["-1 ownership_offer, +1 audit_event"],
  },
  acceptOwnership: {
    reads: "how many applications the user has, and whether the offer is alive",
    writes:
      "the owner; deletes the offer, unanswered invitations and the new owner's role; a notice",
    how: "transaction",
    holds:
      "the number of the user's applications: lock the user; the application's owner and its collaborators; the number of invitations and offers of this owner to the user: lock both",
    touches: [
      "~1 application, -1 collaborator, -1 ownership_offer, +1 audit_event, +1 notice, +2 revocation",
    ],
  },
  moveApplication: {
    reads: "who owns the application, and whether the user exists",
    writes: "the same",
    how: "transaction",
    holds:
      "the application's owner and its collaborators; the number of invitations and offers of this owner to the user: lock both",
    touches: ["~1 application, -1 collaborator, +1 audit_event, +1 notice, +2 revocation"],
  },

  // Administrators and the command line
  suspendUser: {
    reads: "whether another administrator is left, and whether the account is still there",
    writes: "the reason; deletes everything begun",
    how: "transaction",
    holds: "that another administrator is left: lock the rows of administrators",
    touches: [
      "~1 user, -4 request_token, -2 session, -1 waiting_sign_in, +1 audit_event, -3 one_time_link, +1 revocation",
    ],
  },
  restoreUser: {
    reads: "the reason of the suspension that the administrator saw (`seen`)",
    writes: "takes the reason away",
    how: "compare-and-set on the reason; without `seen`, on the command line, on whether they are suspended: of a suspension and a restoration at once the later wins",
    touches: ["~1 user, +1 audit_event"],
  },
  setAdmin: {
    reads:
      "for a demotion whether another administrator is left; whether the account is still there",
    writes: "the right; deletes the first administrator's link, or links that they made",
    how: "transaction",
    holds: "that another administrator is left: lock the rows of administrators",
    touches: ["~1 user, +1 audit_event", "~1 user, +1 audit_event, +1 revocation"],
  },
  setAdministrators: {
    reads: "who the administrators are (`seen`); for each change what `setAdmin` reads",
    writes: "for each change what `setAdmin` writes",
    how: "compare-and-set on the administrators in the transaction",
    holds: "the administrators as they were compared: lock their rows",
    touches: ["~1 user, +1 audit_event"],
  },
  suspendApplication: {
    reads: "whether it is still there, and suspended for this reason",
    writes: "the reason, and a notice",
    how: "transaction; the later of two wins",
    holds:
      "where nothing changed: whether the application is suspended for this reason already, or was deleted",
    touches: ["~1 application, +1 audit_event, +1 notice, +1 revocation"],
  },
  restoreApplication: {
    reads: "the reason of the suspension that the administrator saw (`seen`)",
    writes: "takes the reason away, and leaves a notice",
    how: "compare-and-set on the reason, as for users",
    touches: ["~1 application, +1 audit_event, +1 notice"],
  },
  changeApplicationLimits: {
    reads: "the limits that the administrator saw (`seen`)",
    writes: "the limits",
    how: "compare-and-set in the transaction; without `seen`, in a configuration, on the whole application",
    holds: "the application as it was compared",
    touches: ["~1 application, +1 audit_event"],
  },
  confirmScheme: {
    reads: "whether it is confirmed",
    writes: "the scheme",
    how: "one statement",
    touches: ["~1 application, +1 audit_event"],
  },
  changeSetting: {
    reads: "nothing",
    writes: "the setting",
    how: "harmless: a step of the list of a new service is done, or hidden",
  },
  changeSettings: {
    reads: "the settings that the administrator saw (`seen` of each)",
    writes: "those that differ",
    how: "compare-and-set on all of them in the transaction",
    holds: "the settings as they were compared",
  },
  importRecords: {
    reads: "what is there, and what was revoked here",
    writes: "what is new",
    how: "transaction",
    holds: "all that it finds in the way of a record",
    touches: [
      "nothing",
      "+2 user, +1 application, +1 application_icon, +1 collaborator, +1 access_token, +1 bearer_token, +2 audit_event, +1 grant_count",
    ],
  },
  revokeAgain: {
    reads: "what the database knows as ended",
    writes: "ends the rest",
    how: "harmless: no server has the database yet",
  },
  settleRestored: {
    reads: "what is younger than the backup",
    writes: "deletes what may have been used since",
    how: "harmless: no server has the database yet",
  },
  sealUnder: {
    reads: "whether the ring has the key",
    writes: "which key seals",
    how: "transaction; every write reads it in its own (ADR 17)",
    holds:
      "which key seals: every write that seals reads it first; and the rows that are encrypted again",
  },
  reseal: {
    reads: "what other keys sealed, some rows of a column",
    writes: "the same under the key that seals",
    how: "transaction",
    holds:
      "which key seals: every write that seals reads it first; and the rows that are encrypted again",
  },

  // The admin API
  createApiKey: {
    reads: "whether another key has the name",
    writes: "the key",
    how: "one statement, and a unique constraint",
    touches: ["+1 audit_event, +1 api_key"],
  },
  revokeApiKey: {
    reads: "whether it is there",
    writes: "deletes it",
    how: "one statement; of two at once, one is recorded",
    touches: ["+1 audit_event, +1 revocation, -1 api_key"],
  },
  touchApiKey: {
    reads: "when it was last used",
    writes: "that it was used, to the minute",
    how: "harmless: a lost write costs a minute",
    touches: ["~1 api_key"],
  },
  endAdminRequest: {
    reads: "whether the user and the application of the response exist",
    writes: "the response, if they do; otherwise that it is erased",
    how: "transaction; only the attempt that has claimed the call ends it",
    holds: "the user and the application; a deletion erases the responses that it finds",
    touches: ["~1 admin_request"],
  },

  // The service itself
  record: {
    reads: "nothing",
    writes:
      "the event, and with it the notice to the user that the event asks for, in every write that records one",
    how: "one statement each",
    touches: ["+1 audit_event"],
  },
  recordRarely: {
    reads: "the user's latest events",
    writes: "the event, unless it repeats one",
    how: "transaction",
    holds: "the user's latest events; a lost race costs one more row and nothing else",
    touches: ["+1 audit_event"],
  },
  takeAccountNotice: {
    reads: "which notice to a user is next",
    writes: "deletes it",
    how: "one statement decides, as for `takeNotice`",
  },
  takeNotice: {
    reads: "the oldest notice, and who gets it",
    writes: "deletes it",
    how: "one statement decides: it goes by its key, and of two who take it one gets it",
  },
  noteOldSecrets: {
    reads: "which secrets are old and not reported",
    writes: "that they are reported, and a notice for each",
    how: "transaction",
    holds: "the application, and the rows that are kept for it",
  },
  nameReceivers: {
    reads: "nothing",
    writes: "what each receiver gets",
    how: "one statement each; nodes are configured alike",
  },
  takeDeliveries: {
    reads: "whether the receiver is free and due",
    writes: "the lease",
    how: "one statement takes the lease; what follows is its holder's alone",
  },
  settleDeliveries: {
    reads: "whether the lease is held still",
    writes: "deletes what was delivered; when the rest, and the receiver, are due",
    how: "one statement each: a delivery goes by its event, and the receiver is its holder's alone",
  },
  sweep: {
    reads: "what has expired",
    writes: "deletes it",
    how: "one statement a table: what expired does not come back",
  },
} as const satisfies { readonly [Name in keyof Ledger]?: WriteRow };
