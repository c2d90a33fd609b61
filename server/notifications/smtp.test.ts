/** Emails with codes, sent over SMTP. */
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropMemos } from "../platform/memo.ts";
import { setSetting, setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { sendOtp } from "./send-otp.ts";

/** A mail server that accepts everything and records it (RFC 5321). */
const emails: string[] = [];
const server = createServer((socket: Socket) => {
  let letter: string | null = null;
  let pending = "";
  socket.write("220 mail.example ESMTP\r\n");
  socket.on("data", (bytes) => {
    pending += bytes.toString("utf8");
    for (let end = pending.indexOf("\r\n"); end >= 0; end = pending.indexOf("\r\n")) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (letter !== null) {
        if (line === ".") {
          emails.push(letter);
          letter = null;
          socket.write("250 taken\r\n");
        } else letter += `${line}\n`;
      } else if (line === "DATA") {
        letter = "";
        socket.write("354 go on\r\n");
      } else if (line === "QUIT") socket.end("221 bye\r\n");
      else socket.write(line.startsWith("EHLO") ? "250-mail.example\r\n250 8BITMIME\r\n" : "250 ok\r\n");
    }
  });
});

let shop: TestShop;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop = await testShop({ max: 4, config: { smtp_url: smtpUrl, mail_from: "no-reply@mutosi.example" } });
});
afterAll(async () => {
  await shop.close();
  server.close();
});

test("a code is sent to the address to be proved, in the reader's language, and proves it", async () => {
  const john = await shop.as("john", { locale: "en" });
  await john.identity.updateProfile({ email: "john.new@mutosi.example" });
  const sent = await john.identity.verifyEmailSend({});
  expect(sent.channel).toBe("email");
  const { id } = await shop.sql
    .selectFrom("identity.otps")
    .select("id")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await sendOtp(shop.ctx(), { otp_id: id });
  await sendOtp(shop.ctx(), { otp_id: id });
  expect(emails).toHaveLength(1);
  expect(emails[0]).toContain("To: john.new@mutosi.example");
  expect(emails[0]).toContain("From: Mutosi <no-reply@mutosi.example>");
  const otp = /Your code is (\d{6})/.exec(emails[0] ?? "")?.[1] ?? "";
  expect((await john.identity.verifyEmail({ otp })).email_verified).toBe(true);
});

test("another brand's name is in sender, subject and footer", async () => {
  const before = emails.length;
  const { name, ...company } = await setting(shop.ctx(), "shop");
  await setSetting(shop.ctx(), "shop", { ...company, name: "Home Shop" });
  dropMemos(["settings"]); // what the shop's listener does
  const kim = await shop.as("kim", { locale: "en" });
  await kim.identity.updateProfile({ email: "kim.new@mutosi.example" });
  await kim.identity.verifyEmailSend({});
  const row = await shop.sql.selectFrom("identity.otps").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
  await sendOtp(shop.ctx(), { otp_id: row.id });
  const sent = emails[before] ?? "";
  expect(sent).toContain("From: Home Shop <no-reply@mutosi.example>");
  expect(sent).toContain("Subject: Your Home Shop code");
  expect(sent.replaceAll("mutosi.example", "")).not.toMatch(/mutosi/i);
  await setSetting(shop.ctx(), "shop", { ...company, name });
  dropMemos(["settings"]);
});
