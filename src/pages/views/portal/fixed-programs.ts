import { formDecode } from "#oauth1";
import { languages, programFor, type Task } from "../docs/programs.ts";
import { type Call, type Signer, signersOf } from "./signers.ts";

/**
 * Programs that send a rejected request with a right signature, or do what it was sent for. `request` is its HTTP text
 * in the log. There are none for a request that they can't send: with a body that the log doesn't have, or with
 * parameters that a program can't list.
 */
export function fixedPrograms(
  request: string,
  { origin, baseUrl }: { readonly origin: string; readonly baseUrl: string },
): readonly Signer[] {
  const [head = "", body = ""] = request.split("\n\n", 2);
  const [, method = "", path = "", query = ""] = /^(\S+) (\/[^?\s]*)\??(\S*)$/m.exec(head) ?? [];
  if (path === "" || request.endsWith("…")) return [];
  const isOwn = origin === baseUrl;
  if (isOwn && /^\/oauth\//.test(path)) return programsOf("pin");
  if (isOwn && /^\/oauth2\//.test(path)) return programsOf("bearer");
  if (!/oauth_token\b/.test(request) || (query !== "" && body !== "")) return [];
  if (body === "" && /^content-type:/im.test(head)) return [];
  const parameters = pairsIn(body === "" ? query : body);
  if (new Set(parameters.map(([name]) => name)).size < parameters.length) return [];
  return signersOf({ method, url: origin + path, parameters, isForm: body !== "" });
}

function programsOf(task: Task): readonly Signer[] {
  return languages.flatMap((language) => programFor(task, language) ?? []);
}

/** Without those of the protocol, which the programs send in a header. */
function pairsIn(form: string): Call["parameters"] {
  return form
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair): [string, string] => {
      const [name = ""] = pair.split("=", 1);
      return [formDecode(name), formDecode(pair.slice(name.length + 1))];
    })
    .filter(([name]) => !name.startsWith("oauth_"));
}
