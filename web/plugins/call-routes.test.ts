import { expect, test } from "vitest";
import { browserCalls, chatCalls } from "../app/navigation/browser-calls.ts";
import { routesOf } from "./call-routes.ts";

test("a page gets the routes of the calls it makes, as the contract has them", () => {
  expect(Object.keys(routesOf(browserCalls))).toEqual([...browserCalls]);
  expect(routesOf(["catalogue.noteViewed"])).toEqual({ "catalogue.noteViewed": "PUT /v1/client/viewed-products" });
});

test("the chat gets its own, with the ids in their paths", () => {
  expect(Object.keys(routesOf(chatCalls, true))).toEqual([...chatCalls]);
  expect(routesOf(["chat.seen"], true)).toEqual({ "chat.seen": "POST /v1/client/chat/{id}/seen" });
});

test.each(["cart.removeItem", "orders.list", "cart.forget"])(
  "%s is refused at the build: a page cannot send it",
  (name) => {
    expect(() => routesOf([name])).toThrow(name);
  },
);
