export type CheckName =
  | "configuration"
  | "files"
  | "key ring"
  | "ledger"
  | "clock"
  | "disk"
  | "certificate"
  | "public address"
  | "internal address"
  | "mail"
  | "webhooks"
  | "audit file"
  | "identity providers";

/** `skipped` means that it could not be checked, or there is nothing to check. */
export type Level = "ok" | "skipped" | "warning" | "failure";

export interface Finding {
  readonly check: CheckName;
  readonly level: Level;
  readonly says: string;
  /** What the administrator can do about it. Every warning and every failure has it. */
  readonly todo?: string;
}

export function ok(check: CheckName, says: string): Finding {
  return { check, level: "ok", says };
}

export function skipped(check: CheckName, says: string): Finding {
  return { check, level: "skipped", says };
}

export function warning(check: CheckName, says: string, todo: string): Finding {
  return { check, level: "warning", says, todo };
}

export function failure(check: CheckName, says: string, todo: string): Finding {
  return { check, level: "failure", says, todo };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
