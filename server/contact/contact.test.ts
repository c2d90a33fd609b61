/** Messages to the shop: what may be sent, until when it is answered, who follows it, and what staff do. */
import type { InputOf } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailsTo } from "../staff/test-staff.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseMessages, sweepMessages } from "./messages.ts";

let shop: TestShop;
beforeAll(async () => {
  // A Friday, four in the afternoon.
  shop = await testShop({ now: new Date("2026-11-27T09:00:00Z"), config: { limit_factor: 1 } });
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;
const PHONE = "0590000012";
let serial = 0;
const form = (more: Partial<InputOf<"contact.send">> = {}): InputOf<"contact.send"> => ({
  topic: "product",
  full_name: "Tạ Mai Lan",
  phone: PHONE,
  message: `Máy này dùng được với nước giếng khoan không? Câu ${++serial}`,
  consent: true,
  ...more,
});
/** Each from another address, so that only the limits that are meant count. */
const sender = () => shop.visitor({ client: `198.51.100.${++serial}` });
const send = (more: Partial<InputOf<"contact.send">> = {}) =>
  sender().contact.send(form({ phone: `05900${String(10_000 + ++serial)}`, ...more }));
const record = async (code: string) => (await shop.staff("an")).contact.record({ code });

describe("sending", () => {
  it("a message has a code and is answered by the same time of the next working day", async () => {
    const { code, answer_by } = await send();
    expect(code).toMatch(/^LH-[2-9A-HJ-NP-Z]{6}$/);
    expect(answer_by).toBe("2026-11-30T09:00:00.000Z");
  });

  it("a complaint is answered by the end of the seventh working day, personal data by the second, danger on its day", async () => {
    const by = async (more: Partial<InputOf<"contact.send">>) => (await send(more)).answer_by;
    expect(await by({ topic: "complaint" })).toBe("2026-12-08T17:00:00.000Z");
    expect(await by({ topic: "privacy" })).toBe("2026-12-01T17:00:00.000Z");
    expect(await by({ topic: "product", safety: true })).toBe("2026-11-27T17:00:00.000Z");
  });

  it("says in three languages what is missing, all at once", async () => {
    const missing = async (locale: "vi" | "en" | "ja") =>
      (
        await refusal(
          shop.visitor({ locale, client: `203.0.113.${++serial}` }).contact.send({ ...form(), message: "" }),
        )
      ).body.errors;
    expect(await missing("vi")).toEqual({ message: ["Vui lòng nhập thông tin"] });
    expect(await missing("en")).toEqual({ message: ["Please input your inquiry"] });
    expect(await missing("ja")).toEqual({ message: ["お問い合わせ内容を入力してください"] });
    const short = await refusal(
      sender().contact.send(form({ message: "Alo", full_name: "Tạ", phone: "12", consent: false })),
    );
    expect(Object.keys(short.body.errors ?? {}).sort()).toEqual(["consent", "full_name", "message", "phone"]);
    expect(short.body.errors?.message).toEqual(["Nội dung cần ít nhất 10 ký tự"]);
  });

  it("a phone number is asked for, but for complaints, press and personal data an e-mail address is enough", async () => {
    const by = { phone: "", email: "khach@mutosi.example" };
    expect((await refusal(sender().contact.send(form(by)))).body.errors).toHaveProperty("phone");
    for (const topic of ["complaint", "press", "privacy"] as const)
      expect((await sender().contact.send(form({ ...by, topic }))).code).toMatch(/^LH-/);
  });

  it("complaints and personal data need no consent, everything else does", async () => {
    const unticked = { consent: false };
    expect((await refusal(send(unticked))).body.errors).toHaveProperty("consent");
    await send({ ...unticked, topic: "complaint" });
    await send({ ...unticked, topic: "privacy" });
  });

  it("the same message again, also five at once, is one", async () => {
    const same = form({ phone: "0590000099" });
    const codes = await Promise.all(Array.from({ length: 5 }, () => sender().contact.send(same)));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1);
  });

  it("the sixth of a day from one phone number is refused", async () => {
    const phone = "0590000088";
    for (let count = 0; count < 5; count++) await sender().contact.send(form({ phone }));
    expect(await refusalCode(sender().contact.send(form({ phone })))).toBe("too_many");
  });

  it("the third of a day from one address asks for a captcha", async () => {
    const one = () =>
      shop.visitor({ client: "198.51.200.7" }).contact.send(form({ phone: `05901${10_000 + ++serial}` }));
    await one();
    await one();
    expect(await refusalCode(one())).toBe("captcha_required");
  });
});

describe("following", () => {
  it("code and phone or e-mail show what was written; any other pair answers alike", async () => {
    const { code } = await send({ phone: PHONE, email: "lan@mutosi.example" });
    const { contact } = sender();
    expect((await contact.status({ code, contact: "+84 590 000 012" })).lines).toHaveLength(1);
    expect(
      (await contact.status({ code: code.toLowerCase().replace("-", " "), contact: "Lan@mutosi.example" })).code,
    ).toBe(code);
    expect(await refusalCode(contact.status({ code, contact: "0590000013" }))).toBe("not_found");
    expect(await refusalCode(contact.status({ code: "LH-222222", contact: PHONE }))).toBe("not_found");
  });

  it("a reply to an answer puts it back to work with a new time; thirty days after closing there is none", async () => {
    const proof = { contact: PHONE };
    const { code } = await send({ phone: PHONE });
    const an = await shop.staff("an");
    const { version } = await an.contact.answer({ code, version: 1, answer: "Dùng được." });
    await an.contact.close({ code, version });
    const { contact } = sender();
    const back = await contact.reply({ code, ...proof, message: "Còn nước máy thì sao ạ?" });
    expect(back).toMatchObject({ state: "in_work", due_at: "2026-11-30T09:00:00.000Z" });
    expect(back.lines.map(({ from }) => from)).toEqual(["sender", "shop", "sender"]);
    const again = await record(code);
    await an.contact.close({ code, version: again.version });
    await sql`update contact.messages set closed_at = ${new Date(shop.now.getTime() - 31 * DAY_MS)}
      where code = ${code}`.execute(shop.sql);
    expect(await refusalCode(contact.reply({ code, ...proof, message: "Tôi muốn hỏi thêm." }))).toBe("state_conflict");
  });
});

describe("the desk", () => {
  it("danger stands first, then what is due first; done comes last; senders are masked", async () => {
    const danger = await send({ topic: "order", safety: true });
    const an = await shop.staff("an");
    const { rows } = await an.contact.desk({ limit: 100 });
    expect(rows[0]?.flags).toContain("safety");
    expect(rows.map(({ code }) => code)).toContain(danger.code);
    const due = rows.filter(({ flags, state }) => flags === "" && state === "received").map(({ due_at }) => due_at);
    expect(due).toEqual([...due].sort());
    expect(rows.every(({ full_name }) => full_name.includes("**"))).toBe(true);
    const found = await an.contact.desk({ q: danger.code.toLowerCase() });
    expect(found.rows).toHaveLength(1);
  });

  it("a formula sent as a name is refused, and as a text stays out of the list and its file", async () => {
    expect((await refusal(send({ full_name: '=HYPERLINK("x") y' }))).body.errors).toHaveProperty("full_name");
    await send({ message: '=HYPERLINK("https://x.example";"Bấm vào đây")' });
    const { content } = await (await shop.staff("an")).contact.file({});
    expect(content).not.toContain("HYPERLINK");
  });

  it("a complaint is extended once, in its time, and its sender reads why", async () => {
    const { code } = await send({ topic: "complaint", phone: PHONE });
    const an = await shop.staff("an");
    const extended = await an.contact.extend({ code, version: 1, days: 7, reason: "Chờ kiểm tra máy" });
    expect(extended.due_at).toBe("2026-12-17T17:00:00.000Z");
    expect(await refusalCode(an.contact.extend({ code, version: 2, days: 1, reason: "Nữa" }))).toBe("state_conflict");
    const shown = await sender().contact.status({ code, contact: PHONE });
    expect(shown.extended).toBe("Chờ kiểm tra máy");
    const question = await send();
    const refused = await refusal(an.contact.extend({ code: question.code, version: 1, days: 1, reason: "Chờ" }));
    expect(refused.body.code).toBe("state_conflict");
  });

  it("an act on a version that is not the newest is refused", async () => {
    const { code } = await send();
    const an = await shop.staff("an");
    await an.contact.assign({ code, version: 1 });
    expect(await refusalCode(an.contact.answer({ code, version: 1, answer: "Có." }))).toBe("conflict");
  });

  it("a case with priority is handed over only with a reason", async () => {
    const { code } = await send({ topic: "complaint" });
    const an = await shop.staff("an");
    const first = await an.contact.assign({ code, version: 1 });
    await an.contact.prioritise({ code, version: 2, priority: true, reason: "Khách cao tuổi" });
    const other = first.colleagues.find(({ id }) => id !== first.assigned_to?.id);
    const to = { code, version: 3, account: other?.id };
    expect((await refusal(an.contact.assign(to))).body.errors).toHaveProperty("reason");
    expect((await an.contact.assign({ ...to, reason: "Nghỉ phép" })).assigned_to?.id).toBe(other?.id);
  });

  it("who answers chats reads and answers; complaints are decided by who may write to customers' files", async () => {
    const { code } = await send({ topic: "complaint" });
    const { contact } = await shop.staff("ngoc");
    const shown = await contact.answer({ code, version: 1, answer: "Chúng tôi đã xem và trả lời." });
    expect(shown.acts).toMatchObject({ extend: null, escalate: null, close: null });
    expect(await refusalCode(contact.close({ code, version: 2 }))).toBe("forbidden");
    expect(await refusalCode(contact.extend({ code, version: 2, days: 1, reason: "Chờ" }))).toBe("forbidden");
  });
});

describe("emails", () => {
  it("say code, time and who is in charge, in the sender's language, and nothing of what was written", async () => {
    const ja = shop.visitor({ locale: "ja", client: "203.0.113.200" });
    const { code } = await ja.contact.send(
      form({ topic: "complaint", email: "sato@mutosi.example", phone: "0590000077" }),
    );
    const an = await shop.staff("an");
    await an.contact.assign({ code, version: 1 });
    await an.contact.answer({ code, version: 2, answer: "Bí mật" });
    const emails = await emailsTo(shop, "sato@mutosi.example");
    expect(emails.map(({ title }) => title)).toEqual([
      `${code}へのご返信`,
      `苦情${code}を受け付けました`,
      `お問い合わせ${code}を受け付けました`,
    ]);
    expect(emails.map(({ text }) => text).join()).not.toMatch(/giếng|Bí mật|undefined/);
  });
});

describe("the end", () => {
  it("an erased person leaves no name, no address and no text but that of complaints", async () => {
    const minh = await shop.as("minh", { client: "198.51.77.1" });
    await minh.contact.send(form({ phone: "0590000066" }));
    await minh.contact.send(form({ phone: "0590000066", topic: "complaint" }));
    const { rows } = await sql<{ customer_id: number }>`
      select customer_id from contact.messages where phone = '+84590000066' limit 1`.execute(shop.sql);
    await eraseMessages(shop.ctx(), rows[0]?.customer_id ?? 0);
    const left = await sql<{ topic: string; full_name: string; lines: number }>`
      select topic, full_name, (select count(*)::int from contact.lines l where l.message_id = m.id) as lines
      from contact.messages m where erased_at is not null order by topic`.execute(shop.sql);
    expect(left.rows).toEqual([
      { topic: "complaint", full_name: "", lines: 1 },
      { topic: "product", full_name: "", lines: 0 },
    ]);
  });

  it("messages go two years after they were closed, complaints after three", async () => {
    const codes = [(await send()).code, (await send({ topic: "complaint" })).code];
    await sql`update contact.messages set state = 'closed', closed_at = ${new Date("2024-11-26T00:00:00Z")}
      where code = any (${codes}::text[])`.execute(shop.sql);
    await sweepMessages(shop.ctx());
    const { rows } = await sql<{ code: string }>`
      select code from contact.messages where code = any (${codes}::text[])`.execute(shop.sql);
    expect(rows.map(({ code }) => code)).toEqual(codes.slice(1));
  });
});
