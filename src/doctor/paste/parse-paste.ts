import { isCurl, parseCurl } from "./curl.ts";
import { isJson, parseHar } from "./har.ts";
import { parseHttp } from "./http.ts";
import { longestPaste, type Pasted, unreadable } from "./pasted-request.ts";

/** A curl command, an entry of a HAR file or a request as HTTP writes it: which one, the text shows. Never throws; linear. */
export function parsePaste(text: string): Pasted {
  if (text.trim() === "") return unreadable("empty");
  if (text.length > longestPaste) return unreadable("too-long");
  if (isCurl(text)) return parseCurl(text);
  return isJson(text) ? parseHar(text) : parseHttp(text);
}
