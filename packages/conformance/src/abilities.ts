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
  const found = new Set<Ability>([...provider.placements, ...provider.signatureMethods]);
  for (const one of signatureMethods) {
    if (!provider.signatureMethods.includes(one)) found.add(`no ${one}`);
  }
  for (const [operation, endpoint] of Object.entries(provider.endpoints)) {
    found.add(operation as Operation);
    for (const method of endpoint.methods) found.add(`${method} ${operation as Operation}`);
  }
  if (provider.authorization !== undefined) found.add("authorization page");
  if (provider.callback === "oob") found.add("pin");
  else found.add("callback");
  if (provider.callback !== "oob" && provider.registeredCallbacks)
    found.add("registered callbacks");
  if (provider.bodyHashes) found.add("body hashes");
  if (provider.secondClient !== undefined) found.add("second client");
  const approves = provider.approval !== undefined && provider.authorization !== undefined;
  if (approves) found.add("approval");
  if (approves && provider.approval?.denies) found.add("denial");
  if (provider.token !== undefined || (approves && provider.endpoints["access-token"])) {
    found.add("standing token");
  }
  return found;
}
