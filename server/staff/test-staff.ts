/** What tests of staff need: codes of the second factor, links of e-mails, a person invited. */
import { sql } from "kysely";
import { laidOut } from "../notifications/outbox.ts";
import { decrypt } from "../security/encryption.ts";
import type { DemoStaffKey, TestShop } from "../testing/test-shop.ts";
import { demoStaffPassword } from "./demo.ts";
import { totpNow, totpSecretOf } from "./second-factor.ts";

export const staffEmail = (key: DemoStaffKey): string => `${key}@mutosi.example`;
export const staffPassword = (shop: TestShop): string => demoStaffPassword(shop.base.config);

/** The code of this moment, of an account's app. */
export async function totpOf(shop: TestShop, account_id: number): Promise<string> {
  return totpNow((await totpSecretOf(shop.ctx(), account_id)) ?? "", shop.now);
}

/** The token of the newest link sent to an address: the emails wait as jobs, whose text is encrypted. */
export async function linkTo(shop: TestShop, email: string, page: string): Promise<string> {
  const texts = (await emailsTo(shop, email)).map(({ text }) => text);
  for (const text of texts) {
    const found = new RegExp(`/quan-tri/${page}/([\\w-]+)`).exec(text)?.[1];
    if (found) return found;
  }
  throw new Error(`no link ${page} was sent to ${email}`);
}

type Email = { title: string; text: string };

/** Newest first: those that wait as jobs, and those that were laid out. */
export async function emailsTo(shop: TestShop, email: string): Promise<Email[]> {
  const { rows } = await sql<{ payload: { to: string; title: string; text: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail_encrypted' order by j.id desc`.execute(shop.sql);
  const waiting = rows
    .map(({ payload }) => payload)
    .filter(({ to }) => to === email)
    .map(({ to, title, text }) => ({
      title,
      text: decrypt(shop.base.config, Buffer.from(text, "base64"), `mail ${to}`),
    }));
  const laid = (await laidOut(shop.ctx(), email)).map(({ text }) => ({ title: "", text }));
  return [...waiting, ...laid];
}

/** Both steps. */
export async function signInFully(shop: TestShop, key: DemoStaffKey) {
  const visitor = shop.visitor();
  const { proof } = await visitor.staff.signIn({ email: staffEmail(key), password: staffPassword(shop) });
  const code = await totpOf(shop, await shop.staffId(key));
  return visitor.staff.secondFactor({ proof, code });
}
