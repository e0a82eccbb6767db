/** The checks that enforce a level and the list on the consent page read this table, so the page can't promise more. */
export type AccessLevel = "read" | "write";

/** The consent page has a sentence for each of these. */
export type Permission = "read-account" | "change-account" | "see-email";

/** No credential allows these; the consent page lists them. */
export const neverAllowed = ["see-password", "change-sign-in"] as const;
export type NeverAllowed = (typeof neverAllowed)[number];

const permissionsOf: Record<AccessLevel, readonly Permission[]> = {
  read: ["read-account"],
  write: ["change-account", "read-account"],
};

/**
 * The most sensitive come first, so that a list that is only read at its beginning names them. The
 * email address is included where the application requests it.
 */
export function permissions(access: AccessLevel, includeEmail: boolean): readonly Permission[] {
  return includeEmail ? ["see-email", ...permissionsOf[access]] : permissionsOf[access];
}

/** Permissions that a user might expect but that this grant does not include. */
export function permissionsLeftOut(
  access: AccessLevel,
  includeEmail: boolean,
): readonly Permission[] {
  const granted = permissions(access, includeEmail);
  return (["see-email", "change-account"] as const).filter((one) => !granted.includes(one));
}

/** `write` includes `read`. */
export function covers(held: AccessLevel, needed: AccessLevel): boolean {
  return held === needed || held === "write";
}

export function highestFirst(
  one: { readonly access: AccessLevel },
  other: { readonly access: AccessLevel },
): number {
  return accessRanks[other.access] - accessRanks[one.access];
}

/** Compare ranks, never names: the alphabetical order of the names means nothing. */
export const accessRanks = { read: 1, write: 2 } as const satisfies Record<AccessLevel, number>;

export function levelOfRank(rank: number): AccessLevel {
  const level = accessLevels.find((one) => accessRanks[one] === rank);
  if (level === undefined) throw new RangeError(`no level has the rank ${rank}`);
  return level;
}

export const accessLevels = Object.keys(accessRanks) as readonly AccessLevel[];

export function isAccessLevel(value: string): value is AccessLevel {
  return accessLevels.some((one) => one === value);
}
