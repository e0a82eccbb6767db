import type { Reads } from "./reads.ts";

/** The names of the ledger's reads that are not hot, for whoever passes them on and need not load what they do. */
export type ReadName = keyof Reads;

const names: Record<ReadName, true> = {
  applicationByConsumerKey: true,
  applicationById: true,
  applicationKeys: true,
  applications: true,
  applicationsOf: true,
  connectedApplications: true,
  countGrants: true,
  eventsBy: true,
  eventsOf: true,
  grantCounts: true,
  grants: true,
  linkFor: true,
  links: true,
  ownsApplications: true,
  passwordOf: true,
  requestToken: true,
  requestsOf: true,
  searchApplications: true,
  searchUsers: true,
  session: true,
  sessionsOf: true,
  setting: true,
  useOf: true,
  userById: true,
  userByScreenName: true,
  users: true,
};

export const readNames = Object.keys(names) as ReadName[];
