/** Premises as their examples name them, with two pictures, before their calls can be sent. */
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import { storageOf } from "../platform/storage.ts";
import type { TestShop } from "../testing/test-shop.ts";

export const EXAMPLE_PREMISES = "HT-6R3KWT";
/** The smallest WebP there is: one pixel. */
const PIXEL = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=", "base64");

/** Safe to repeat: it is as new again. */
export async function examplePremises(shop: TestShop): Promise<void> {
  await sql`delete from partners.rent_grounds where code = ${EXAMPLE_PREMISES}`.execute(shop.sql);
  const { rows } = await sql<{ id: number }>`
    insert into partners.rent_grounds (code, full_name, phone, city_code, ward_code, street, area_m2, front_dm, monthly_rent,
      "right", available_from, note, consent_hash, request_hash, locale, received_at, answer_by, delete_on, changed_at)
    values (${EXAMPLE_PREMISES}, 'Mạc Bảo Trân', '+84590000027', '48', '20242', '31 đường Cát Vàng', 85, 45, 25000000, 'owner',
      ${shop.now}::date + 30, 'Có chỗ đỗ xe tải, điện 3 pha.', ${Buffer.alloc(32)}, ${Buffer.alloc(32, 1)}, 'vi', ${shop.now},
      ${shop.now}::timestamptz + interval '14 days', ${shop.now}::date + 365, ${shop.now})
    returning id`.execute(shop.sql);
  const id = rows[0]?.id ?? 0;
  for (const [at, name] of ["Mặt tiền.jpg", "Bên trong.jpg"].entries()) {
    const key = `premises/${String(at).repeat(22)}.webp`;
    await sql`insert into partners.pictures (key, name, sent_hash, stored_at, rent_ground_id, position)
      values (${key}, ${name}, ${Buffer.alloc(32, at)}, ${shop.now}, ${id}, ${at + 1})`.execute(shop.sql);
    await storageOf(shop.base.config).put(key, PIXEL, "image/webp");
  }
  await sql`insert into partners.rent_ground_events (rent_ground_id, at, actor, state)
    values (${id}, ${shop.now}, 'customer', 'received')`.execute(shop.sql);
}

const standing: Setup = async ({ shop }) => {
  await examplePremises(shop);
  return {};
};

export const partnersSetups: Readonly<Record<string, Setup>> = {
  "partners.rentGrounds": standing,
  "partners.rentGround": standing,
  "partners.rentGroundPicture": standing,
  "partners.moveRentGround": standing,
  "partners.noteRentGround": standing,
};
