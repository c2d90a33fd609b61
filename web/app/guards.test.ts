import { client } from "contract/call.ts";
import type { Contract } from "contract/contract.ts";
import { type ErrorCode, errorStatus, WireFailure } from "contract/errors.ts";
import { describe, expect, it } from "vitest";
import { guarded, sameSitePath } from "./guards.ts";

describe("an address somebody sent along", () => {
  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "",
    null,
    ["/a"],
  ])("%s leads home", (address) => {
    expect(sameSitePath(address, "/")).toBe("/");
  });

  it.each(["/san-pham?page=2#x", "/en", "/"])("%s is followed", (address) => {
    expect(sameSitePath(address, "/khac")).toBe(address);
  });
});

/** A shop whose every call fails alike. */
function failing(code: ErrorCode) {
  const { [code]: status } = errorStatus;
  const failure = new WireFailure(status, { code, message: "câu báo lỗi", request_id: "r1" }, 7);
  return client<Contract>(() => Promise.reject(failure));
}

async function thrown(code: ErrorCode, path = "/san-pham", method = "GET"): Promise<unknown> {
  const request = new Request(`http://shop${path}`, { method });
  return guarded(failing(code), request, "vi")
    .cart.get({})
    .catch((error: unknown) => error);
}

describe("a failed call leads where the shopper can go on", () => {
  it("maintenance: to the page that says so, from reading and from forms", async () => {
    for (const method of ["GET", "POST"]) {
      const away = (await thrown("maintenance", "/san-pham", method)) as Response;
      expect(away.headers.get("location")).toBe("/bao-tri");
    }
  });

  it("but that page itself is told, or it would lead to itself for ever", async () => {
    expect(await thrown("maintenance", "/bao-tri")).toBeInstanceOf(WireFailure);
  });

  it("a dead session: out", async () => {
    expect(((await thrown("unauthenticated")) as Response).headers.get("location")).toBe("/dang-xuat");
  });

  it("what is not there: 404, also when the news beside it cannot be read", async () => {
    expect(await thrown("not_found")).toMatchObject({ init: { status: 404 }, data: { code: "not_found" } });
  });

  it("too many: 429 with the shop's own sentence", async () => {
    expect(await thrown("too_many")).toMatchObject({ init: { status: 429 }, data: { message: "câu báo lỗi" } });
  });

  it("a form is told everything else itself", async () => {
    expect(await thrown("not_found", "/thanh-toan/gio-hang", "POST")).toBeInstanceOf(WireFailure);
    expect(await thrown("out_of_stock", "/thanh-toan/gio-hang", "POST")).toBeInstanceOf(WireFailure);
  });
});
