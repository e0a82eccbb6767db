/** A provider's abilities decide which cases are tried. */
import type { Provider } from "./config.ts";
import {
  type Method,
  type Operation,
  type Placement,
  type SignatureMethod,
  signatureMethods,
} from "./protocol.ts";

export type Ability =
  | Operation
  | Placement
  | SignatureMethod
  | `${Method} ${Operation}`
  | `no ${SignatureMethod}`
  | "authorization page"
  | "approval"
  | "denial"
  | "callback"
  | "pin"
  | "registered callbacks"
  | "body hashes"
  | "second client"
  | "standing token";

export function abilitiesOf(provider: Provider): ReadonlySet<Ability> {
  const abilities = new Set<Ability>([...provider.placements, ...provider.signatureMethods]);
  for (const one of signatureMethods) {
    if (!provider.signatureMethods.includes(one)) abilities.add(`no ${one}`);
  }
  for (const [operation, endpoint] of Object.entries(provider.endpoints)) {
    abilities.add(operation as Operation);
    for (const method of endpoint.methods) abilities.add(`${method} ${operation as Operation}`);
  }
  if (provider.authorization !== undefined) abilities.add("authorization page");
  if (provider.callback === "oob") abilities.add("pin");
  else abilities.add("callback");
  if (provider.callback !== "oob" && provider.registeredCallbacks)
    abilities.add("registered callbacks");
  if (provider.bodyHashes) abilities.add("body hashes");
  if (provider.secondClient !== undefined) abilities.add("second client");
  const approves = provider.approval !== undefined && provider.authorization !== undefined;
  if (approves) abilities.add("approval");
  if (approves && provider.approval?.denies) abilities.add("denial");
  if (provider.token !== undefined || (approves && provider.endpoints["access-token"])) {
    abilities.add("standing token");
  }
  return abilities;
}
