/** The file is JSON because there can be several providers. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Secret } from "../domain/credentials.ts";
import { BadJson, parseJson } from "../domain/json.ts";
import { readSecretLine, rejectOpenFile } from "../tools/files/secret-file.ts";
import {
  type FirstSignIn,
  firstSignIns,
  type IdentityProvider,
} from "../tools/identity-providers/identity-provider.ts";
import { isLoopbackHost } from "./addresses.ts";
import { atFile, readError } from "./read-error.ts";
import { ConfigProblem, type ConfigRow, oneOf, type ValuesOf } from "./row.ts";

export const signInMethods = ["all", "identity-providers"] as const;

export const identityProviderRows = {
  identityProviders: {
    name: "IDENTITY_PROVIDERS",
    meaning:
      "The OpenID providers that users can sign in with. [Single sign-on](../guide/single-sign-on.md) describes the file. Read at startup.",
    shape: "the path of a JSON file",
    example: "/etc/countersign/identity-providers.json",
    default: "",
    read: (text) => resolve(text),
  },
  signInMethods: {
    name: "SIGN_IN_METHODS",
    meaning:
      "`identity-providers`: users sign in only with the providers of IDENTITY_PROVIDERS. There are no passwords, and there is no sign-up.",
    shape: signInMethods.join(", "),
    example: "identity-providers",
    default: "all",
    read: (text) => oneOf(text, signInMethods),
  },
} as const satisfies Record<string, ConfigRow>;

/** Throws `ConfigProblem` if no one could sign in. */
export function rejectNoSignInMethod(config: ValuesOf<typeof identityProviderRows>): void {
  if (config.signInMethods === "all" || config.identityProviders !== undefined) return;
  throw new ConfigProblem(
    ["SIGN_IN_METHODS", "IDENTITY_PROVIDERS"],
    "with the value identity-providers, the providers are the only sign-in method; set COUNTERSIGN_IDENTITY_PROVIDERS to their file",
  );
}

/** Returns no providers if no file is configured. Throws `ConfigProblem`. */
export function identityProvidersIn(file: string | undefined): readonly IdentityProvider[] {
  if (file === undefined) return [];
  try {
    return readIdentityProviders(file);
  } catch (error) {
    throw new ConfigProblem(
      ["IDENTITY_PROVIDERS"],
      `the file ${file} cannot be used: ${readError(error)}`,
    );
  }
}

/** Throws an Error that names the provider and the member, and repeats no secret. */
export function readIdentityProviders(file: string): readonly IdentityProvider[] {
  const { providers } = membersOf(parsed(readFileSync(file)), ["providers"], "the file");
  if (!Array.isArray(providers) || providers.length === 0 || providers.length > most) {
    throw new Error(`"providers" is not a list of 1 to ${most} providers`);
  }
  const all = providers.map((one, at) => providerIn(one, `provider ${at + 1}`, dirname(file)));
  // With `client_secret_file` alone, it contains no secret.
  if (providers.some((one) => "client_secret" in Object(one))) rejectOpenFile(file);
  for (const part of ["id", "name", "issuer"] as const) {
    const twice = all.find((one, at) => all.findIndex((each) => each[part] === one[part]) !== at);
    if (twice) throw new Error(`two providers have the ${part} ${JSON.stringify(twice[part])}`);
  }
  return all;
}

const most = 10;

function providerIn(value: unknown, which: string, folder: string): IdentityProvider {
  const given = membersOf(value, members, which);
  const text = (
    name: (typeof members)[number],
    shape: RegExp,
    takes: string,
    otherwise?: string,
  ) => {
    const found = given[name] ?? otherwise;
    if (typeof found === "string" && shape.test(found)) return found;
    const what = found === undefined ? "missing" : "malformed";
    throw new Error(`${which}: "${name}" is ${what}; it takes ${takes}`);
  };
  return {
    id: text("id", /^[a-z0-9][a-z0-9-]{0,29}$/, "up to 30 lower-case letters, digits and hyphens"),
    name: text("name", /^[^\p{Cc}]{1,40}$/u, "1 to 40 characters"),
    issuer: issuerIn(text("issuer", /^https?:\/\/[\x21-\x7e]{1,490}$/, "an https URL"), which),
    clientId: text("client_id", /^[\x21-\x7e]{1,300}$/, "printable ASCII without spaces"),
    clientSecret: secretIn(given, which, folder),
    scopes: scopesIn(
      text(
        "scopes",
        /^[\x21\x23-\x5b\x5d-\x7e ]{1,300}$/,
        "names separated by spaces",
        "openid profile email",
      ),
    ),
    firstSignIn: firstSignInIn(text("first_sign_in", /^/, firstSignIns.join(", "), "link"), which),
    screenNameClaim: text(
      "screen_name_claim",
      /^[^\p{Cc}]{1,200}$/u,
      "the name of a claim",
      "preferred_username",
    ),
    firstAdmin: firstAdminIn(given["first_admin"], which),
    secondFactor: flagIn(given["second_factor"], which),
  };
}

const members = [
  "id",
  "name",
  "issuer",
  "client_id",
  "client_secret",
  "client_secret_file",
  "scopes",
  "first_sign_in",
  "screen_name_claim",
  "first_admin",
  "second_factor",
] as const;

function issuerIn(issuer: string, which: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url === undefined || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new Error(`${which}: "issuer" must be a URL without user, query, or fragment`);
  }
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname.replace(/^\[|\]$/g, ""))) {
    throw new Error(`${which}: "issuer" is plain HTTP, which only loopback hosts may use`);
  }
  return issuer;
}

function secretIn(given: Readonly<Record<string, unknown>>, which: string, folder: string): Secret {
  const { client_secret: secret, client_secret_file: file } = given;
  if ((secret === undefined) === (file === undefined)) {
    throw new Error(`${which}: set one of "client_secret" and "client_secret_file"`);
  }
  if (file !== undefined && typeof file !== "string") {
    throw new Error(`${which}: "client_secret_file" must be a path`);
  }
  const clientSecret = file === undefined ? secret : firstLineOf(resolve(folder, file), which);
  if (typeof clientSecret !== "string" || !/^[\x20-\x7e]{1,1000}$/.test(clientSecret)) {
    throw new Error(`${which}: the client secret must be 1 to 1000 printable ASCII characters`);
  }
  return new Secret(clientSecret);
}

function firstLineOf(path: string, which: string): string {
  try {
    return readSecretLine(path);
  } catch (error) {
    throw new Error(`${which}: the "client_secret_file" ${atFile(path, error)}`);
  }
}

function scopesIn(text: string): readonly string[] {
  return [...new Set(["openid", ...text.split(" ").filter((scope) => scope !== "")])];
}

function firstSignInIn(text: string, which: string): FirstSignIn {
  try {
    return oneOf(text, firstSignIns);
  } catch {
    throw new Error(`${which}: "first_sign_in" must be one of ${firstSignIns.join(", ")}`);
  }
}

function firstAdminIn(value: unknown, which: string): IdentityProvider["firstAdmin"] {
  if (value === undefined) return undefined;
  const given = membersOf(value, ["claim", "value"], `${which}: "first_admin"`);
  const { claim, value: wanted } = given;
  if (typeof claim !== "string" || claim === "" || typeof wanted !== "string" || wanted === "") {
    throw new Error(`${which}: "first_admin" needs a claim and its value`);
  }
  return { claim, value: wanted };
}

function flagIn(value: unknown, which: string): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new Error(`${which}: "second_factor" must be true or false`);
}

/** An unknown member is probably a typing error. */
function membersOf(
  value: unknown,
  known: readonly string[],
  which: string,
): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`${which} must be a JSON object`);
  }
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${which} has an unknown member "${unknown}"`);
  return { ...value };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw error instanceof BadJson ? new Error(`the file ${error.message}`) : error;
  }
}
