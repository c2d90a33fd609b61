/** Sends emails through SMTP_URL. Rejects when refused or unreachable; the caller decides what then. */
import type { Transporter } from "nodemailer";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";

type Email = { to: string; subject: string; text: string };

const transports = new Map<string, Transporter>();

export async function sendBySmtp(ctx: Ctx, email: Email): Promise<string> {
  const { smtp_url, mail_from } = ctx.config;
  if (!smtp_url) throw new Error("SMTP_URL is not set");
  let transport = transports.get(smtp_url);
  if (!transport) {
    const { createTransport } = await import("nodemailer"); // large; a shop without SMTP_URL never needs it
    transport = createTransport({
      url: smtp_url,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 10_000,
    });
    transports.set(smtp_url, transport);
  }
  const { messageId } = (await transport.sendMail({
    from: mail_from.includes("<") ? mail_from : { name: (await setting(ctx, "shop")).name, address: mail_from },
    ...email,
    disableFileAccess: true,
    disableUrlAccess: true,
  })) as {
    messageId: string;
  };
  return messageId;
}
