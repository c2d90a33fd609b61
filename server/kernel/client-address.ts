/**
 * The unit that limits count where only the IP address is known, instead of `ctx.client`: one household with IPv6 has 2^64
 * addresses, while a carrier puts thousands of clients behind one IPv4 address. rules/wire#limits
 */

/** The caller's IPv4 address, or the /64 network of an IPv6 address: a household has a whole /64 to choose addresses from. */
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

/** The surrounding network: /24 of IPv4, /48 of IPv6. */
export function networkOf(client: string): string {
  const address = ipOf(client);
  return address.includes(":")
    ? `${address.split(":").slice(0, 3).join(":")}::/48`
    : address.replace(/\.\d+$/, ".0/24");
}
