/** The table of invariants finds each kind of defect on a page made for it, and nothing on a page without one. */
import { loadMessages, messagesOf } from "messages/messages.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { atRest, openBrowser, type RequestOrigin, visit } from "./browser.ts";
import { wrongs } from "./invariants.ts";

type Made = { head?: string; body?: string; lang?: string; heading?: string };

let opened: RequestOrigin;
let close: () => Promise<void>;
beforeAll(async () => {
  const browser = await openBrowser();
  opened = await visit(browser, { viewport: { width: 320, height: 640 } });
  close = () => browser.close();
});
afterAll(() => close());

async function found({ head = "<title>Một trang</title>", body = "", lang = "vi", heading = "Một trang" }: Made) {
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body><header></header><main><h1>${heading}</h1>${body}</main></body></html>`;
  await opened.page.setContent(html);
  const what = await wrongs(opened, { locale: "vi", state: "not hydrated" });
  opened.complaints.length = 0;
  return what.map((each) => each.split(":")[0]);
}

it("a correct page violates no invariant", async () => {
  const body = `<label>Tên <input></label><button>Gửi</button><a href="/">Về</a><p>1.290.000 đ, ai-do@mutosi.example</p>`;
  expect(await found({ body })).toEqual([]);
});

await loadMessages();
const { error_title, thisPageCouldNotBeFound } = messagesOf("vi").common;
it.each<[string, Made, string]>([
  ["the router's own error page", { heading: "Application Error" }, "no error page of the router"],
  ["the shop's error page", { heading: error_title }, "the page asked for is shown, not that something went wrong"],
  ["the 404 page", { heading: thisPageCouldNotBeFound }, "the page asked for is shown, not that something went wrong"],
  ["a second main part", { body: "<main></main>" }, "one heading, one main part, one frame around it"],
  ["a second heading", { body: "<h1>Hai</h1>" }, "one heading, one main part, one frame around it"],
  ["an id twice", { body: "<p id=a></p><p id=a></p>" }, "every id once"],
  ["no title", { head: "" }, "a title"],
  ["another language", { lang: "en" }, "its language said"],
  ["undefined", { body: "Giá undefined đ" }, "words, not what a program calls them"],
  ["NaN", { body: "NaN đ" }, "words, not what a program calls them"],
  ["an object", { body: "[object Object]" }, "words, not what a program calls them"],
  ["the key of a message", { body: "cart.price_changed_title" }, "words, not what a program calls them"],
  ["a long word", { body: "nghiêngngảngả".repeat(20) }, "nothing sticks out to the side"],
  [
    "a bar on another",
    {
      head: "<title>Một trang</title><style>aside { position: fixed; inset: auto 0 0 }</style>",
      body: "<aside>Mua ngay</aside><aside>Mất kết nối</aside>",
    },
    "no bar at the foot lies on another",
  ],
  [
    "an animation nobody sees",
    {
      head: "<title>Một trang</title><style>@keyframes k { to { rotate: 1turn } } i { animation: k 1s infinite; visibility: hidden }</style>",
      body: "<i>·</i>",
    },
    "nothing out of sight moves for ever",
  ],
  [
    "a telephone number in two lines",
    { head: "<title>Một trang</title><style>p { width: 4em }</style>", body: "<p>059-000-0011</p>" },
    "telephone numbers stay on one line",
  ],
  [
    "an account page that no row of the menu leads to",
    { body: "<aside><nav class=account-menu><a href=/>Về</a></nav></aside>" },
    "the account's menu marks where one is",
  ],
  ["a style attribute", { body: "<p style='margin:0'></p>" }, "no inline style in what is sent"],
  ["a button without a name", { body: "<button><svg></svg></button>" }, "buttons, links and fields have names"],
  ["a field without a name", { body: "<input>" }, "buttons, links and fields have names"],
  ["a picture without a size", { body: "<img alt=''>" }, "pictures have a text and keep their place"],
  [
    "the focus behind an open dialog",
    {
      body: `<button id=b>Mở</button><dialog><button>Đóng</button></dialog>
        <script>const d = document.querySelector("dialog"); d.showModal();
        Object.defineProperty(document, "activeElement", { get: () => document.getElementById("b") });</script>`,
    },
    "the focus stays in an open dialog",
  ],
  [
    "an error nobody caught",
    { body: "<script>throw new Error('x')</script>" },
    "no error of the browser, no failed request, no 5xx",
  ],
])("%s is found", async (_what, made, name) => {
  expect(await found(made)).toContain(name);
});

it("a page that keeps sending requests is reported, one that has finished is not", async () => {
  const { page } = opened;
  await page.route("http://shop.example/**", (route) => route.fulfill({ body: "<title>Một trang</title>" }));
  await page.goto("http://shop.example/");
  expect(await atRest(opened)).toEqual([]);
  await page.evaluate(() => setInterval(() => fetch("/-/visitor.data"), 20));
  expect((await atRest(opened)).join()).toContain("GET http://shop.example/-/visitor.data");
});
