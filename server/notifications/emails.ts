/**
 * The job `mail_notification`: one notification as an email to a proved address, in the language of the account. Without
 * SMTP_URL it is laid out for the developer, and in production nothing leaves. A repeat after the email has left sends
 * it again: better twice than never.
 */
import type { Locale } from "contract/values/locale.ts";
import { localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { decrypt } from "../security/encryption.ts";
import { layOut } from "./outbox.ts";
import { sendBySmtp } from "./smtp.ts";
import { noteOf, notificationWords, type StoredNotification } from "./wording.ts";

/** The job `mail_notification`: one notification as an email. */
export async function emailNotification(ctx: Ctx, { notification }: { notification: number }): Promise<void> {
  const { rows } = await sql<StoredNotification & { email: string; locale: Locale }>`
    select n.code, n.kind, n.topic, n.params, n.created_at, n.read_at, c.email, c.locale
    from notifications.notifications n join identity.customers c on c.id = n.customer_id
    where n.id = ${notification} and c.email_verified_at is not null and c.status = 'active'`.execute(ctx.sql);
  const letter = rows[0];
  if (!letter) return;
  const { title, body, link } = noteOf(letter.locale, letter);
  const address = (path: string) => ctx.config.public_url + localisedPath(path, letter.locale);
  const { letter_foot, letter_pay } = notificationWords[letter.locale];
  const { pay_url } = letter.params;
  const text = [
    body,
    ...(pay_url ? [letter_pay({ address: pay_url })] : []),
    ...(link === null ? [] : [address(link)]),
    letter_foot({ address: address("/tai-khoan/quan-ly-thong-bao") }),
  ].join("\n\n");
  await sendEmail(ctx, { to: letter.email, title, text });
}

/** The job `mail_encrypted`: an e-mail whose text holds a link that only its reader may use. */
export async function emailEncrypted(ctx: Ctx, email: { to: string; title: string; text: string }): Promise<void> {
  const text = decrypt(ctx.config, Buffer.from(email.text, "base64"), `mail ${email.to}`);
  await sendEmail(ctx, { ...email, text });
}

/** By SMTP_URL; without it laid out for the developer, and in production the log says that it stayed here. */
export async function sendEmail(ctx: Ctx, { to, title, text }: { to: string; title: string; text: string }) {
  if (ctx.config.smtp_url) await sendBySmtp(ctx, { to, subject: title, text });
  else if (ctx.config.dev_simulators) {
    await layOut(ctx, { channel: "email", recipient: to, text: `${title}\n\n${text}` });
  } else ctx.log.warn({ event: "letter_not_sent" }, "no email is sent without SMTP_URL");
}
