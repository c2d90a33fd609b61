/** What tests of the chat share: a time at which it is open, ids of messages, and a person of the staff who takes chats. */
import { randomBytes } from "node:crypto";
import type { Shop } from "contract/contract.ts";
import type { DemoStaffKey, TestShop } from "../testing/test-shop.ts";

/** A Saturday at 10:00 in Việt Nam. */
export const OPEN = new Date("2026-11-28T03:00:00Z");

export const clientId = (): string => randomBytes(16).toString("base64url");

export const person = { phone: "0590000011", city_code: "01" };

/** Signed in and taking chats. */
export async function adviser(shop: TestShop, key: DemoStaffKey = "my"): Promise<Shop> {
  const staff = await shop.staff(key);
  await staff.chat.presence({ on: true });
  return staff;
}
