import { isCurl, parseCurl } from "./curl.ts";
import { isJson, parseHar } from "./har.ts";
import { parseHttp } from "./http.ts";
import { maxPaste, type Pasted, unreadable } from "./pasted-request.ts";

/**
 * Reads a curl command, a HAR entry or an HTTP request, whichever the text looks like, in linear time. Never throws.
 */
export function parsePaste(text: string): Pasted {
  if (text.trim() === "") return unreadable("empty");
  if (text.length > maxPaste) return unreadable("too-long");
  if (isCurl(text)) return parseCurl(text);
  return isJson(text) ? parseHar(text) : parseHttp(text);
}
