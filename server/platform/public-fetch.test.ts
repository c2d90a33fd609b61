/** Fetching a URL from a file never reaches the shop's own network (SSRF). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchPublic, isPublicAddress } from "./public-fetch.ts";

const limits = { max_bytes: 1_000, timeout_ms: 5_000 };

it.each([
  ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["0.0.0.0", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fd00::1"],
  ...["::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "ff02::1", "localhost", ""],
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(["1.1.1.1", "172.32.0.1", "203.162.0.1", "2606:4700::1111"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe("a URL in a file", () => {
  it.each([
    ["file:///etc/passwd", "neither http nor https"],
    ["not an address", "not an address"],
    ["http://user:secret@example.com/a.jpg", "carries a password"],
    ["http://example.com:8080/a.jpg", "names a port"],
    ["http://127.0.0.1/a.jpg", "not public"],
    ["http://0x7f000001/a.jpg", "not public"],
    ["http://2130706433/a.jpg", "not public"],
    ["http://[::1]/a.jpg", "not public"],
    ["http://[::ffff:10.0.0.1]/a.jpg", "not public"],
  ])("%s: %s", async (address, reason) => {
    await expect(fetchPublic(address, limits)).rejects.toThrow(reason);
  });

  it("a host name with any private IP address is not fetched", async () => {
    const leadsTo = (...addresses: string[]) => ({ ...limits, resolve: async () => addresses });
    for (const resolve of [leadsTo("192.168.0.7"), leadsTo("1.1.1.1", "10.0.0.1")]) {
      await expect(fetchPublic("https://pictures.example/a.jpg", resolve)).rejects.toThrow("not public");
    }
    await expect(fetchPublic("https://pictures.example/a.jpg", leadsTo())).rejects.toThrow("cannot be resolved");
  });
});

describe("responses", () => {
  let server: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      if (request.url === "/home") return response.writeHead(302, { location: "http://127.0.0.2/secret" }).end();
      if (request.url === "/round") return response.writeHead(302, { location: "/round" }).end();
      if (request.url === "/next") return response.writeHead(301, { location: "/small" }).end();
      if (request.url === "/large") return response.end("x".repeat(5_000));
      if (request.url === "/gone") return response.writeHead(404).end();
      return response.end("small");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterAll(() => server.close());
  // The test's own server stands in for a public one; only its very address is let through.
  const given = {
    ...limits,
    resolve: async () => ["127.0.0.1"],
    isAllowed: (address: string) => address === "127.0.0.1",
  };

  it("a response is read whole, through public redirects, up to the limit", async () => {
    const local = { ...given, port: (server.address() as AddressInfo).port };
    expect(String(await fetchPublic("http://pictures.example/small", local))).toBe("small");
    expect(String(await fetchPublic("http://pictures.example/next", local))).toBe("small");
    await expect(fetchPublic("http://pictures.example/home", local)).rejects.toThrow("not public");
    await expect(fetchPublic("http://pictures.example/round", local)).rejects.toThrow("more than 3 times");
    await expect(fetchPublic("http://pictures.example/large", local)).rejects.toThrow("more than 1000 bytes");
    await expect(fetchPublic("http://pictures.example/gone", local)).rejects.toThrow("answers 404");
    expect(asked.some((each) => each.includes("secret"))).toBe(false);
  });
});
