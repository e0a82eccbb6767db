import { ProviderError } from "./identity-provider.ts";

/** The provider's own descriptions are left out, because they may contain anything. */
export function problemOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const { name, code, error: answered } = fields(error);
  const short = [name, code, answered].filter((one) => one !== "").join(" ");
  if (answered === "access_denied") return new ProviderError("canceled", short);
  if (name === "AuthorizationResponseError" || name === "ResponseBodyError") {
    return new ProviderError("rejected", short);
  }
  const causes = chain(error);
  if (causes.some((one) => unreached.test(`${fields(one).name} ${fields(one).code}`))) {
    return new ProviderError("unreachable", short);
  }
  return new ProviderError("invalid", short);
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
