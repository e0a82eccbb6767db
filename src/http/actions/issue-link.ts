import type { AuditContext } from "../../domain/audit.ts";
import {
  mintLinkSecret,
  type Random,
  type Secret,
  type TokenDigest,
  tokenDigest,
  type UserId,
} from "../../domain/credentials.ts";
import type { InvitationTerms } from "../../domain/invitation.ts";
import { type LinkPurpose, linkLife, linkPath } from "../../domain/one-time-link.ts";
import type { Reason } from "../../domain/operating.ts";
import type { OneTimeLinks } from "../../domain/ports/one-time-links.ts";

/** The purpose of a link, and its user. */
export type WantedLink =
  | Invitation
  | { readonly purpose: "admin" }
  /** `mailedTo`: the address, if the user requested it by email. Otherwise an administrator passes the link on. */
  | { readonly purpose: "password-reset"; readonly userId: UserId; readonly mailedTo?: string }
  | { readonly purpose: "account-recovery"; readonly userId: UserId; readonly because: Reason }
  | { readonly purpose: "email"; readonly userId: UserId; readonly address: string };

interface Invitation {
  readonly purpose: "invitation";
  readonly note: string;
  readonly mailedTo: string | undefined;
  readonly terms: InvitationTerms;
  readonly replaces?: TokenDigest | undefined;
}

type UserLink = Extract<WantedLink, { readonly userId: UserId }>;

export interface IssuedLink {
  /** The whole URL. It is shown or sent once; the database only stores the digest of its secret. */
  readonly href: string;
  readonly secret: Secret;
  readonly digest: TokenDigest;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Creates a link for a user. Returns undefined if the user is suspended or was deleted, and for a link that is emailed
 * if the address is no longer theirs: a link that a change of address did not see would keep working in the old
 * mailbox.
 */
export async function issueUserLink(
  dependencies: Parameters<typeof create>[0],
  wanted: UserLink,
  auditContext: AuditContext,
): Promise<IssuedLink | undefined> {
  const issued = await create(dependencies, wanted, auditContext);
  return typeof issued === "string" ? undefined : issued;
}

/** The link has a new life of the whole length. Returns undefined if the one that it replaces is gone. */
export async function replaceInvitation(
  dependencies: Parameters<typeof create>[0],
  invitation: Omit<Invitation, "purpose">,
  auditContext: AuditContext,
): Promise<IssuedLink | undefined> {
  const wanted = { ...invitation, purpose: "invitation" } as const;
  const issued = await create(dependencies, wanted, auditContext);
  return typeof issued === "string" ? undefined : issued;
}

/** Creates a one-time link below `origin`, which comes from the configuration, never from a Host header. */
export async function issueLink(
  dependencies: Parameters<typeof create>[0],
  wanted: Exclude<WantedLink, UserLink>,
  auditContext: AuditContext,
): Promise<IssuedLink> {
  const issued = await create(dependencies, wanted, auditContext);
  if (typeof issued === "string") throw new Error(`a link of no user was ${issued}`);
  return issued;
}

/**
 * A form creates one link however often it is sent. Returns "made-before" if it has already created one, and
 * "rejected" if its user is suspended or was deleted.
 */
export function issueLinkOnce(
  dependencies: Parameters<typeof create>[0],
  wanted: WantedLink,
  auditContext: AuditContext,
  form?: TokenDigest,
): Promise<IssuedLink | "rejected" | "made-before"> {
  return create(dependencies, wanted, auditContext, form);
}

/** All or none: returns "made-before" if `form` has created its links already. */
export async function issueInvitations(
  { ledger, random, origin }: Issuing<"createInvitations">,
  wanted: readonly Omit<Invitation, "replaces">[],
  auditContext: AuditContext,
  form?: TokenDigest,
): Promise<readonly IssuedLink[] | "made-before"> {
  const minted = wanted.map((one) => ({
    ...mint(random, one.purpose, auditContext),
    ...one,
    userId: undefined,
  }));
  const links = minted.map(({ secret: _, ...link }) => link);
  const outcome = await ledger.createInvitations(links, auditContext, form);
  if (outcome === "made-before") return outcome;
  return minted.map(({ purpose, secret, digest, expiresAt }) => ({
    href: origin + linkPath(purpose, secret),
    ...{ secret, digest, expiresAt },
  }));
}

interface Issuing<Write extends "createLink" | "createInvitations"> {
  readonly ledger: Pick<OneTimeLinks, Write>;
  readonly random: Random;
  readonly origin: string;
}

async function create(
  { ledger, random, origin }: Issuing<"createLink">,
  wanted: WantedLink,
  auditContext: AuditContext,
  form?: TokenDigest,
): Promise<IssuedLink | "rejected" | "made-before"> {
  const { purpose } = wanted;
  const { secret, ...link } = mint(random, purpose, auditContext);
  const outcome = await ledger.createLink({ ...link, ...holderOf(wanted) }, auditContext, form);
  if (outcome !== "created") return outcome;
  const { digest, expiresAt } = link;
  return { href: origin + linkPath(purpose, secret), secret, digest, expiresAt };
}

function mint(random: Random, purpose: LinkPurpose, { at: createdAt }: AuditContext) {
  const secret = mintLinkSecret(random);
  const expiresAt = createdAt + linkLife[purpose];
  return { secret, digest: tokenDigest(secret.reveal()), createdAt, expiresAt };
}

/** The rest of the link: its purpose, and whom it is for. */
function holderOf(wanted: WantedLink) {
  switch (wanted.purpose) {
    case "invitation":
      return { ...wanted, userId: undefined };
    case "admin":
      return { purpose: wanted.purpose, userId: undefined, note: "" };
    case "password-reset":
      return { purpose: wanted.purpose, userId: wanted.userId, note: wanted.mailedTo ?? "" };
    case "account-recovery": {
      const { purpose, userId, because } = wanted;
      return { purpose, userId, because, note: "" };
    }
    case "email":
      return { purpose: wanted.purpose, userId: wanted.userId, note: wanted.address };
  }
}
