/** For tests: places with and without technicians, a request as a person sends it, and codes for it. */
import type { Shop } from "contract/contract.ts";
import type { ServiceSlot } from "contract/service/service-words.ts";
import { sql } from "kysely";
import { codeFor } from "../testing/test-codes.ts";
import type { TestShop } from "../testing/test-shop.ts";

/** Kim Liên: one technician of water, one of washing machines, one of air. */
export const HANOI = { city_code: "01", ward_code: "00229" };
/** A province whose technicians are none. */
export const REST = { city_code: "04", ward_code: "01290" };

export const requestForm = {
  ...HANOI,
  kind: "maintenance",
  category_slug: "may-loc-nuoc-ro",
  text: "Thay lõi định kỳ",
  full_name: "Trần Văn Minh",
  street: "12 phố Sen Hồng",
  consent: true,
} as const;

let phones = 3_000;
export const freshPhone = (): string => {
  phones += 1;
  return `058700${phones}`;
};
export const stored = (phone: string): string => `+84${phone.slice(1)}`;

/** A visitor whose phone is proved. */
export async function provedVisitor(
  shop: TestShop,
  phone = freshPhone(),
): Promise<{ visitor: Shop; phone: string; otp: string }> {
  const visitor = shop.visitor();
  await visitor.identity.sendCode({ phone, purpose: "warranty" });
  return { visitor, phone, otp: await codeFor(shop, stored(phone)) };
}

/** The first time with someone free, some days ahead. */
export async function freeTime(
  shop: TestShop,
  category_slug: string = requestForm.category_slug,
): Promise<{ day: string; slot: ServiceSlot }> {
  const { days } = await shop.visitor().service.slots({ ...HANOI, category_slug });
  for (const { day, slots } of days.slice(2)) {
    const free = slots.find((each) => each.free > 0);
    if (free) return { day, slot: free.slot };
  }
  throw new Error("no time is free");
}

/** A ticket of a demo account, booked. */
export async function ticketOf(
  owner: Shop,
  shop: TestShop,
  change: Partial<Parameters<Shop["service"]["request"]>[0]> = {},
) {
  const { phone } = await owner.identity.profile({});
  return owner.service.request({ ...requestForm, phone: phone ?? "", ...(await freeTime(shop)), ...change });
}

export async function versionOf(shop: TestShop, code: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from service.tickets where code = ${code}`.execute(
    shop.sql,
  );
  return rows[0]?.version ?? 0;
}

/** As if it had come so far. */
export async function setState(shop: TestShop, code: string, state: string): Promise<void> {
  await sql`update service.tickets set state = ${state}, state_at = ${shop.now} where code = ${code}`.execute(shop.sql);
}
