/**
 * What counts as one caller where only the IP address is known. One person with IPv6 has 2^64 of them; behind one IPv4 a
 * carrier puts thousands of clients. So limits count these, never `ctx.client` itself. rules/wire#limits
 */

/** The caller's IP address; of IPv6 the /64 a household has, or every guess would come from a new one. */
export function ipOf(client: string): string {
  if (!client.includes(":")) return client;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(client)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = client.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...middle, ...right].slice(0, 4).join(":")}::/64`;
}

/** The network beside it: /24, or /48 of IPv6. */
export function networkOf(client: string): string {
  const address = ipOf(client);
  return address.includes(":")
    ? `${address.split(":").slice(0, 3).join(":")}::/48`
    : address.replace(/\.\d+$/, ".0/24");
}
