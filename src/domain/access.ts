/**
 * Access levels, and what each truly allows. One table serves two readers: the checks that enforce
 * a level and the lists that the consent page shows, so the page cannot promise something else.
 */
export type AccessLevel = "read" | "write";

/** What a credential may do for a person; the consent page has a sentence for each. */
export type Permission = "read-account" | "change-account" | "see-email";

/** What no credential ever allows; the consent page has a sentence for each of these too. */
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

/** The permissions that somebody might expect but that this grant leaves out. */
export function permissionsLeftOut(
  access: AccessLevel,
  includeEmail: boolean,
): readonly Permission[] {
  const granted = permissions(access, includeEmail);
  return (["change-account", "see-email"] as const).filter((one) => !granted.includes(one));
}

/** Whether `held` is the `needed` level or above: write includes read. */
export function covers(held: AccessLevel, needed: AccessLevel): boolean {
  return held === needed || held === "write";
}

/** For lists of grants: what allows more stands first. */
export function highestFirst(
  one: { readonly access: AccessLevel },
  other: { readonly access: AccessLevel },
): number {
  return ranks[other.access] - ranks[one.access];
}

const ranks: Readonly<Record<AccessLevel, number>> = { read: 1, write: 2 };

export function isAccessLevel(value: string): value is AccessLevel {
  return value === "read" || value === "write";
}
