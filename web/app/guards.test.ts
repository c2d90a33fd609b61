import { type ErrorCode, errorStatus, WireFailure } from "contract/errors.ts";
import type { Caller } from "contract/site.ts";
import { unchecked } from "contract/unchecked.ts";
import { loadMessages, messagesOf } from "messages/messages.ts";
import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { callerContext, notesContext, requestContext, shopContext } from "./context.ts";
import { admit, backTo, guarded } from "./guards.ts";
import { pages, patternOf } from "./routes/pages.ts";

await loadMessages();

/** A shop whose every call fails alike. */
function failing(code: ErrorCode) {
  const { [code]: status } = errorStatus;
  const failure = new WireFailure(status, { code, message: "câu báo lỗi", request_id: "r1" }, 7);
  return () => Promise.reject(failure);
}

async function thrown(code: ErrorCode, path = "/san-pham", method = "GET"): Promise<unknown> {
  const request = new Request(`http://shop${path}`, { method });
  return guarded(failing(code), request, "vi")
    .cart.get({})
    .catch((error: unknown) => error);
}

describe("pages for failed calls", () => {
  it("maintenance: to the page that says so, from reading and from forms", async () => {
    for (const method of ["GET", "POST"]) {
      const away = (await thrown("maintenance", "/san-pham", method)) as Response;
      expect(away.headers.get("location")).toBe("/bao-tri");
    }
  });

  it("the maintenance page itself gets the failure, to avoid a redirect loop", async () => {
    expect(await thrown("maintenance", "/bao-tri")).toBeInstanceOf(WireFailure);
  });

  it("an ended session: to the sign-out page, with the return path, whether the page or its data was requested", async () => {
    const way = async (path: string) => ((await thrown("unauthenticated", path)) as Response).headers.get("location");
    expect(await way("/san-pham?page=2")).toBe(`/dang-xuat?callbackurl=${encodeURIComponent("/san-pham?page=2")}`);
    expect(await way("/san-pham.data?_routes=a%2Cb")).toBe("/dang-xuat?callbackurl=%2Fsan-pham");
    expect(await way("/_.data")).toBe("/dang-xuat?callbackurl=%2F");
  });

  it("a password that must be changed: to where it is changed, from reading and from forms", async () => {
    for (const method of ["GET", "POST"]) {
      const away = (await thrown("password_pending", "/tai-khoan", method)) as Response;
      expect(away.headers.get("location")).toBe("/tai-khoan/doi-mat-khau");
    }
  });

  it("missing content: 404, also when the news beside it cannot be read", async () => {
    expect(await thrown("not_found")).toMatchObject({ init: { status: 404 }, data: { code: "not_found" } });
  });

  it("too many: 429 with the shop's own sentence", async () => {
    expect(await thrown("too_many")).toMatchObject({ init: { status: 429 }, data: { message: "câu báo lỗi" } });
  });

  it("a form gets every other refusal itself", async () => {
    expect(await thrown("not_found", "/thanh-toan/gio-hang", "POST")).toBeInstanceOf(WireFailure);
    expect(await thrown("out_of_stock", "/thanh-toan/gio-hang", "POST")).toBeInstanceOf(WireFailure);
  });
});

describe("the return path after signing in", () => {
  it.each([
    "/login",
    "/en/login?callbackurl=/x",
    "/register",
    "/ja/quen-mat-khau/otp",
    "/dang-xuat",
    "/-/visitor",
    "//x",
  ])("never leads into a redirect loop or away: %s", (address) => expect(backTo(address, "/")).toBe("/"));

  it.each(["/tai-khoan", "/en/san-pham?page=2", "/loginx"])("%s is followed", (address) => {
    expect(backTo(address, "/")).toBe(address);
  });
});

const nobody = null;
const visitor: Caller = { kind: "visitor", pending_password: false };
const member: Caller = { kind: "customer", pending_password: false };
const pending: Caller = { kind: "customer", pending_password: true };

/** The redirect for a visitor at a URL; null when there is none. */
async function sentOn(
  caller: Caller | null,
  path: string,
  address = path,
  { has_session = caller !== null, cookies = [] as string[], closed = false } = {},
): Promise<string | null> {
  const context = new RouterContextProvider();
  context.set(requestContext, unchecked({ has_session, locale: "vi" }));
  context.set(callerContext, async () => caller);
  context.set(notesContext, unchecked({ cookies }));
  context.set(shopContext, unchecked({ content: { closure: async () => ({ closed }) } }));
  const page = pages.find((each) => each.path === path);
  if (!page) throw new Error(`There is no row ${path}`);
  const url = new URL(`http://shop/${address}`);
  const thrown: unknown = await admit({ context, url, pattern: `/${patternOf(page)}` }).then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof Response ? thrown.headers.get("location") : null;
}

describe("a page opens for its audience", () => {
  const membersOnly = pages.filter(({ guard }) => guard === "members").map(({ path }) => path);
  const guestsOnly = pages.filter(({ guard }) => guard === "guests").map(({ path }) => path);

  it.each(membersOnly)("/%s: for members; guests sign in first and come back", async (path) => {
    const login = `/login?callbackurl=${encodeURIComponent(`/${path}?page=2`)}`;
    for (const caller of [nobody, visitor]) expect(await sentOn(caller, path, `${path}?page=2`)).toBe(login);
    for (const caller of [member]) expect(await sentOn(caller, path)).toBeNull();
  });

  it("a visitor who is sent to sign in sees why, an ended session leads to /dang-xuat", async () => {
    const cookies: string[] = [];
    const page = "tai-khoan/so-dia-chi";
    expect(await sentOn(nobody, page, page, { cookies })).toMatch(/^\/login\?/);
    expect(decodeURIComponent(cookies.join())).toContain(`flash=info:${messagesOf("vi").identity.need_to_login};`);
    const ended = await sentOn(nobody, page, `${page}?add=1`, { has_session: true, cookies: [] });
    expect(ended).toBe(`/dang-xuat?callbackurl=${encodeURIComponent(`/${page}?add=1`)}`);
  });

  it("a guest during maintenance is redirected at once, without signing in first", async () => {
    for (const caller of [nobody, visitor])
      expect(await sentOn(caller, "tai-khoan", "tai-khoan", { closed: true })).toBe("/bao-tri");
  });

  it.each(guestsOnly)("/%s: for guests; members go home, or to their return path", async (path) => {
    for (const caller of [nobody, visitor]) expect(await sentOn(caller, path)).toBeNull();
    expect(await sentOn(member, path)).toBe("/");
    expect(await sentOn(member, path, `${path}?callbackurl=/tai-khoan`)).toBe("/tai-khoan");
    expect(await sentOn(member, path, `${path}?callbackurl=https://evil.example/`)).toBe("/");
  });

  it("Google's answer is taken from a member, too: it may be there to be linked", async () => {
    expect(await sentOn(member, "login", "login?code=1&state=2")).toBeNull();
  });

  it("while a password must be changed everything personal leads there, but for the way out", async () => {
    const change = "/tai-khoan/doi-mat-khau";
    for (const path of ["tai-khoan", "thanh-toan/gio-hang", "login"]) expect(await sentOn(pending, path)).toBe(change);
    for (const path of ["tai-khoan/doi-mat-khau", "dang-xuat", "-/visitor"]) {
      expect(await sentOn(pending, path)).toBeNull();
    }
  });

  it("no cacheable page has a guard", () => {
    expect(pages.filter(({ guard, cacheable }) => guard && cacheable)).toEqual([]);
  });
});
