/** A record as a line of an export. `readRecord` reads the same again. */
import { isPasswordHash } from "../domain/identity.ts";
import type { ImportedRecord } from "../domain/imported.ts";
import { withoutMark } from "../passwords/imported-hash.ts";

/** With its secrets in clear, and a line break. */
export function recordLine(record: ImportedRecord): string {
  return `${JSON.stringify(membersOf(record))}\n`;
}

/** Members that say nothing are left out. */
function membersOf(record: ImportedRecord): object {
  const created_at = new Date(record.createdAt).toISOString();
  switch (record.kind) {
    case "user":
      return {
        type: "user",
        id: record.id,
        screen_name: record.screenName,
        ...words({ name: record.name, email: record.email }),
        ...(record.emailConfirmed && record.email !== "" && { email_confirmed: true }),
        ...(isPasswordHash(record.passwordHash) && { password: withoutMark(record.passwordHash) }),
        ...(record.isOperator && { operator: true }),
        created_at,
        suspended: record.suspendedBecause,
      };
    case "application": {
      const { links, oldSecret } = record;
      return {
        type: "application",
        id: record.id,
        owner_id: record.owner.id,
        owner: record.owner.screenName,
        name: record.name,
        ...words({ description: record.description, website: record.website }),
        ...words({ terms_url: links.terms, privacy_url: links.privacy }),
        ...words({ support_url: links.support }),
        access: record.access,
        ...(record.signIn && { sign_in: true }),
        ...(record.requestEmail && { request_email: true }),
        callbacks: record.callbacks,
        confirmed_schemes: record.confirmedSchemes,
        consumer_key: record.consumerKey,
        consumer_secret: record.consumerSecret.reveal(),
        ...(oldSecret && {
          old_consumer_secret: oldSecret.secret.reveal(),
          old_consumer_secret_until: new Date(oldSecret.until).toISOString(),
        }),
        created_at,
        suspended: record.suspendedBecause,
      };
    }
    case "access_token":
      return {
        type: "access_token",
        consumer_key: record.consumerKey,
        user_id: record.user.id,
        screen_name: record.user.screenName,
        access: record.access,
        ...(record.emailGranted && { email_granted: true }),
        token: record.token,
        secret: record.secret.reveal(),
        created_at,
      };
    case "bearer_token":
      return {
        type: "bearer_token",
        consumer_key: record.consumerKey,
        token: record.token,
        created_at,
      };
  }
}

function words(members: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ""));
}
