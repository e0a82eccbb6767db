import { ProviderProblem } from "./identity-provider.ts";

/** The provider's own descriptions are left out, because they may contain anything. */
export function troubleOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  const { name, code, error: answered } = fields(error);
  const short = [name, code, answered].filter((one) => one !== "").join(" ");
  if (answered === "access_denied") return new ProviderProblem("cancelled", short);
  if (name === "AuthorizationResponseError" || name === "ResponseBodyError") {
    return new ProviderProblem("refused", short);
  }
  const causes = chain(error);
  if (causes.some((one) => unreached.test(`${fields(one).name} ${fields(one).code}`))) {
    return new ProviderProblem("unreachable", short);
  }
  return new ProviderProblem("invalid", short);
}

function chain(error: unknown): readonly unknown[] {
  const found = [];
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at);
  return found;
}

/** Each is a short word, or empty. */
function fields(error: unknown): { name: string; code: string; error: string } {
  const given = (typeof error === "object" && error !== null ? error : {}) as {
    readonly [Key in "name" | "code" | "error"]?: unknown;
  };
  const word = (value: unknown) =>
    typeof value === "string" && /^[\w.-]{1,80}$/.test(value) ? value : "";
  return { name: word(given.name), code: word(given.code), error: word(given.error) };
}

const unreached =
  /TimeoutError|AbortError|ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|UND_ERR|OAUTH_TIMEOUT|OAUTH_RESPONSE_IS_NOT_CONFORM|_SSL_|CERT_/;
