/**
 * Access levels and what each allows. The checks that enforce a level and the list on the consent page read the
 * same table, so the page cannot promise something else.
 */
export type AccessLevel = "read" | "write";

/** What a credential may do for a person; the consent page has a sentence for each. */
export type Permission = "read-account" | "change-account" | "see-email";

/** What no credential allows; the consent page has a sentence for each of these too. */
export const neverAllowed = ["see-password", "change-sign-in"] as const;
export type NeverAllowed = (typeof neverAllowed)[number];

const permissionsOf: Record<AccessLevel, readonly Permission[]> = {
  read: ["read-account"],
  write: ["read-account", "change-account"],
};

/** The permissions of a level, with the email address where the application requests it. */
export function permissions(access: AccessLevel, includeEmail: boolean): readonly Permission[] {
  return includeEmail ? [...permissionsOf[access], "see-email"] : permissionsOf[access];
}

/** Permissions that a person might expect but that this grant does not include. */
export function permissionsLeftOut(
  access: AccessLevel,
  includeEmail: boolean,
): readonly Permission[] {
  const granted = permissions(access, includeEmail);
  return (["change-account", "see-email"] as const).filter((one) => !granted.includes(one));
}

/** Whether `held` is at least `needed`. Write includes read. */
export function covers(held: AccessLevel, needed: AccessLevel): boolean {
  return held === needed || held === "write";
}

/** Sort order for lists of grants: higher levels first. */
export function highestFirst(
  one: { readonly access: AccessLevel },
  other: { readonly access: AccessLevel },
): number {
  return accessRanks[other.access] - accessRanks[one.access];
}

/** Higher levels have higher ranks. Never compare the names: their alphabetical order means nothing. */
export const accessRanks = { read: 1, write: 2 } as const satisfies Record<AccessLevel, number>;

/** The level with this rank. */
export function levelOfRank(rank: number): AccessLevel {
  const level = accessLevels.find((one) => accessRanks[one] === rank);
  if (level === undefined) throw new RangeError(`no level has the rank ${rank}`);
  return level;
}

const accessLevels = Object.keys(accessRanks) as readonly AccessLevel[];

export function isAccessLevel(value: string): value is AccessLevel {
  return accessLevels.some((one) => one === value);
}
