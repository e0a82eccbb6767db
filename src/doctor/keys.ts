import type { Alteration, Cause } from "./cause.ts";
import type { Known } from "./known.ts";

export function keyCause(sent: string, { application, others }: Known): Cause | undefined {
  const { consumerKey } = application;
  if (sent === consumerKey) return undefined;
  const how = alterationOf(sent, consumerKey);
  if (how !== undefined) return { id: "key-altered", how };
  // The result is the same for someone else's key and for a key that does not exist.
  const other = others.find((one) => one.consumerKey === sent);
  return { id: "other-key", application: other?.name };
}

function alterationOf(sent: string, key: string): Alteration | undefined {
  if (sent.trim() === key) return /[\r\n]/.test(sent) ? "line-end" : "space";
  if (sent.replace(/^["'<](.*)["'>]$/, "$1") === key) return "quotes";
  if (sent.toLowerCase() === key.toLowerCase()) return "case";
  const isMostOfIt = sent.length >= key.length - 3 && sent.length < key.length;
  return isMostOfIt && key.includes(sent) ? "cut" : undefined;
}
