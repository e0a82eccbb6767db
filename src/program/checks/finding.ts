export type CheckName =
  | "configuration"
  | "files"
  | "key ring"
  | "database"
  | "clock"
  | "disk"
  | "backups"
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
  /** The page of the documentation about it, in a checkout and in the installed package. */
  readonly guide: string;
}

export function ok(check: CheckName, message: string): Finding {
  return { check, level: "ok", message, guide: guides[check] };
}

export function skipped(check: CheckName, message: string): Finding {
  return { check, level: "skipped", message, guide: guides[check] };
}

export function warning(check: CheckName, message: string, fix: string): Finding {
  return { check, level: "warning", message, fix, guide: guides[check] };
}

export function failure(check: CheckName, message: string, fix: string): Finding {
  return { check, level: "failure", message, fix, guide: guides[check] };
}

const guides: Readonly<Record<CheckName, string>> = {
  configuration: "docs/guide/settings.md",
  files: "docs/guide/running.md#files",
  "key ring": "docs/guide/settings.md#the-key-ring",
  database: "docs/guide/running.md#files",
  clock: "docs/guide/failures.md#the-clock",
  disk: "docs/guide/failures.md#the-disk-fails",
  backups: "docs/guide/backups.md#verify-a-backup",
  certificate: "docs/guide/tls.md",
  "public address": "docs/guide/tls.md#a-proxy-terminates-tls",
  "internal address": "docs/guide/monitoring.md#health",
  mail: "docs/guide/email.md",
  webhooks: "docs/guide/events.md#webhooks",
  "audit file": "docs/guide/events.md#a-file",
  "identity providers": "docs/guide/single-sign-on.md",
};

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
