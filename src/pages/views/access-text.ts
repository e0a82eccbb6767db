/** The administrator's words, if the configuration has them, precede ours. */
import type { AccessTexts } from "../../config/access-texts.ts";
import type { AccessLevel, NeverAllowed, Permission } from "../../domain/access.ts";
import type { Frame } from "./layout.ts";

/** The text fits both the list of what is allowed and the list of what is not. */
export function permissionText(frame: Frame, permission: Permission | NeverAllowed): string {
  const own = ownTexts(frame);
  if (own && permission === "read-account") return own.read;
  if (own && permission === "change-account") return own.write;
  return frame.texts.consent.permissions[permission];
}

export function grantText(frame: Frame, level: AccessLevel): string {
  const own = ownTexts(frame);
  if (own === undefined) return frame.texts.account.applications.access[level];
  return level === "read" ? own.read : `${own.read} · ${own.write}`;
}

/** A developer chooses by what each level adds. */
export function levelHints(frame: Frame): AccessTexts {
  const { readHint, writeHint } = frame.texts.portal.draft;
  return ownTexts(frame) ?? { read: readHint, write: writeHint };
}

function ownTexts({ accessTexts, texts }: Frame): AccessTexts | undefined {
  return accessTexts?.get(texts.language.tag);
}
