/** An application as its examples name it, with a file, before their calls can be sent. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Setup } from "../../api/test-examples.ts";
import { storageOf } from "../../platform/storage.ts";
import type { TestShop } from "../../testing/test-shop.ts";

export const EXAMPLE_APPLICATION = "HS-8M4T2K";
const KEY = `cvs/${"A".repeat(22)}.pdf`;

/** Safe to repeat: it is as new again. */
export async function exampleApplication(shop: TestShop): Promise<{ code: string; phone: string }> {
  const phone = "+84590000011";
  await sql`delete from recruitment.applications where code = ${EXAMPLE_APPLICATION}`.execute(shop.sql);
  await sql`insert into recruitment.cvs (key, name, kind, bytes, scan, stored_at)
    values (${KEY}, 'CV Tạ Mai Lan.pdf', 'pdf', 8, 'clean', ${shop.now}) on conflict (key) do nothing`.execute(
    shop.sql,
  );
  await storageOf(shop.base.config).put(KEY, Buffer.from("%PDF-1.7"), "application/octet-stream");
  await sql`
    insert into recruitment.applications (code, vacancy_id, state, full_name, phone, email, introduction, cv_key, consent_hash,
      locale, sent_at, answer_by, delete_on, changed_at)
    values (${EXAMPLE_APPLICATION}, 9001, 'received', 'Tạ Mai Lan', ${phone}, 'lan@mutosi.example',
      'Ba năm lắp điều hòa và máy nước nóng.', ${KEY}, ${Buffer.alloc(32)}, 'vi', ${shop.now}, ${shop.now},
      ${shop.now}::date + 365, ${shop.now})`.execute(shop.sql);
  await sql`insert into recruitment.application_events (application_id, at, actor, state)
    select id, sent_at, 'customer', 'received' from recruitment.applications where code = ${EXAMPLE_APPLICATION}`.execute(
    shop.sql,
  );
  return { code: EXAMPLE_APPLICATION, phone };
}

const byItsSender: Setup = async ({ shop }) => ({ input: await exampleApplication(shop) });
const byStaff: Setup = async ({ shop }) => {
  await exampleApplication(shop);
  return {};
};

const vacancy = (changes: { slug?: string; deadline?: string } = {}) => ({
  ...{ slug: "tho-sua-may-giat", category: "ky-thuat", title: { vi: "Thợ sửa máy giặt" } },
  ...{ description: { vi: "- Sửa máy giặt tại nhà khách" }, requirements: { vi: "- Hai năm kinh nghiệm" } },
  ...{ benefits: { vi: "- Bảo hiểm đầy đủ" }, province_code: "48", place: { vi: "Đà Nẵng" }, salary: null },
  ...{ headcount: 2, employment_type: "full_time" as const, deadline: "2027-06-30" },
  ...changes,
});
/** A draft with an address of its own. */
export async function exampleVacancy(shop: TestShop, changes: Parameters<typeof vacancy>[0] = {}) {
  const { createVacancy } = (await shop.staff("an")).recruitment;
  return createVacancy(vacancy({ slug: `tho-sua-may-giat-${randomBytes(4).toString("hex")}-x`, ...changes }));
}

export const recruitmentSetups: Readonly<Record<string, Setup>> = {
  "recruitment.status": byItsSender,
  "recruitment.withdraw": byItsSender,
  "recruitment.applications": byStaff,
  "recruitment.application": byStaff,
  "recruitment.cv": byStaff,
  "recruitment.moveApplication": byStaff,
  "recruitment.noteApplication": byStaff,
  "recruitment.saveVacancy": async ({ shop }) => {
    const { id, changed_at, slug } = await exampleVacancy(shop);
    return { input: { id, changed_at, slug } };
  },
  "recruitment.openVacancy": async ({ shop }) => ({ input: { id: (await exampleVacancy(shop)).id } }),
  "recruitment.closeVacancy": async ({ shop }) => {
    const { id } = await exampleVacancy(shop);
    await (await shop.staff("an")).recruitment.openVacancy({ id });
    return { input: { id } };
  },
};
