/**
 * What no API key can do: change who is an administrator, or how one signs in. With either, the holder of a stolen key
 * could sign in as an administrator and create another key, and so outlive its revocation. For the same reason, a key
 * gets no other one by rotating it, and only rotates itself.
 */
import type { AuditEvent, AuditEventName } from "./audit.ts";

const never: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  "admin.granted",
  "admin.revoked",
  "admin.link-created",
  "api-key.created",
]);

/** To administrators, also to suspended ones. */
const notToAdmins: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  "user.restored",
  "user.password-reset-link-created",
  "user.recovery-link-created",
  "user.email-verified",
  "second-factor.turned-off",
  "second-factor.removed",
  "passkey.removed",
  "identity.removed",
]);

/** Whether an API key may be the actor of the event, depending on whether its user is an administrator. */
export function boundOfApiKey({
  actor,
  name,
  details,
}: Pick<AuditEvent, "actor" | "name" | "details">): "none" | "not to administrators" | "never" {
  if (!actor.startsWith("api-key:")) return "none";
  if (never.has(name)) return "never";
  if (name === "api-key.rotated") {
    const rotatesItself = details && "key" in details && actor === `api-key:${details.key}`;
    return rotatesItself ? "none" : "never";
  }
  return notToAdmins.has(name) ? "not to administrators" : "none";
}
