import type { Writes } from "./writes.ts";

/** The names of the ledger's writes, for those who only pass them on and need not load what they do. */
export type WriteName = keyof Writes;

const names: Record<WriteName, true> = {
  createUser: true,
  setPassword: true,
  setOperator: true,
  changeProfile: true,
  changePassword: true,
  deleteUser: true,
  suspendUser: true,
  createApplication: true,
  endOldSecret: true,
  changeApplicationLimits: true,
  changeApplication: true,
  regenerateConsumerSecret: true,
  suspendApplication: true,
  deleteApplication: true,
  issueRequestToken: true,
  approveRequestToken: true,
  cancelRequestToken: true,
  exchangeRequestToken: true,
  grantAccess: true,
  regenerateAccess: true,
  revokeAccessToken: true,
  reduceToRead: true,
  revokeAccess: true,
  outstandingBearerToken: true,
  revokeBearerToken: true,
  revokeBearerTokenOf: true,
  openSession: true,
  resetPassword: true,
  createUserByLink: true,
  withdrawLink: true,
  createLink: true,
  touchSession: true,
  endSession: true,
  endOtherSessions: true,
  changeSetting: true,
  addUse: true,
  touchAccessTokens: true,
  record: true,
  sweep: true,
  reseal: true,
};

export const writeNames = Object.keys(names) as WriteName[];
