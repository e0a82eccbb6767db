export type CheckName =
  | "configuration"
  | "files"
  | "key ring"
  | "database"
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
  readonly message: string;
  /** What the administrator can do about it. Every warning and every failure has it. */
  readonly fix?: string;
}

export function ok(check: CheckName, message: string): Finding {
  return { check, level: "ok", message };
}

export function skipped(check: CheckName, message: string): Finding {
  return { check, level: "skipped", message };
}

export function warning(check: CheckName, message: string, fix: string): Finding {
  return { check, level: "warning", message, fix };
}

export function failure(check: CheckName, message: string, fix: string): Finding {
  return { check, level: "failure", message, fix };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
