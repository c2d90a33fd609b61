/** What has to be true before the examples of messages to the shop can be sent. As server/api/test-examples.ts. */
import type { Setup } from "../api/test-examples.ts";
import type { TestShop } from "../testing/test-shop.ts";

let serial = 0;

async function message(shop: TestShop, topic: "product" | "complaint"): Promise<string> {
  serial += 1;
  const text = `Máy kêu to khi xay đá, lần thứ ${serial}.`;
  const sent = { topic, full_name: "Tạ Mai Lan", phone: "0590000011", message: text, consent: true };
  return (await shop.visitor({ client: `203.0.113.${serial}` }).contact.send(sent)).code;
}

const sentMessage =
  (topic: "product" | "complaint" = "product"): Setup =>
  async ({ shop }) => ({ input: { code: await message(shop, topic) } });

const answered: Setup = async ({ shop }) => {
  const code = await message(shop, "product");
  const { version } = await (await shop.staff("an")).contact.answer({
    code,
    version: 1,
    answer: "Máy chạy như vậy là đúng.",
  });
  return { input: { code, version } };
};

export const contactSetups: Readonly<Record<string, Setup>> = {
  "contact.status": sentMessage(),
  "contact.reply": sentMessage(),
  "contact.record": sentMessage(),
  "contact.assign": sentMessage(),
  "contact.answer": sentMessage(),
  "contact.extend": sentMessage("complaint"),
  "contact.escalate": sentMessage(),
  "contact.prioritise": sentMessage(),
  "contact.close": answered,
};
