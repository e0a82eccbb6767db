/** Events of the service as a whole: its operators, its settings, its keys and its ledger. */
import type { AuditContext, AuditEvent } from "../domain/audit.ts";
import type { UserId } from "../domain/credentials.ts";
import type { SettingName } from "../domain/operating.ts";

export function operatorChanged(
  context: AuditContext,
  userId: UserId,
  isOperator: boolean,
): AuditEvent {
  return { ...context, name: isOperator ? "operator.made" : "operator.unmade", userId };
}

export function settingChanged(
  context: AuditContext,
  setting: SettingName,
  value: string,
): AuditEvent {
  return { ...context, name: "setting.changed", details: { setting, value } };
}

/** A link with which the first operator creates their account. */
export function operatorLinkMade(context: AuditContext): AuditEvent {
  return { ...context, name: "operator.link-made" };
}

/** `filter`: the query that selected the events. */
export function auditExported(context: AuditContext, filter: string): AuditEvent {
  return { ...context, name: "audit.exported", details: { filter } };
}

export function keysRotated(context: AuditContext, keyId: string): AuditEvent {
  return { ...context, name: "keys.rotated", details: { keyId } };
}

/** Moved to another engine: the first event that the new engine writes itself. */
export function ledgerMoved(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.moved" };
}

/** Restored from a backup. `ended`: how many later revocations and other ends were applied again. */
export function ledgerRestored(
  context: AuditContext,
  ended: number,
  replaysAccepted: boolean,
): AuditEvent {
  const details = { ended, ...(replaysAccepted && { replaysAccepted }) };
  return { ...context, name: "ledger.restored", details };
}

/** Imported from another system. The ledger fills in `rows`: how many accounts, applications and tokens are new. */
export function ledgerImported(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.imported", details: { rows: 0 } };
}

/** Exported to a file, with every secret in clear. */
export function ledgerExported(context: AuditContext): AuditEvent {
  return { ...context, name: "ledger.exported" };
}

export function backupMade(context: AuditContext, bytes: number): AuditEvent {
  return { ...context, name: "backup.made", details: { bytes } };
}
