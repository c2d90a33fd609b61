/** A customer's orders and address book. Spec §2 account, §7 Orders; rules/orders. */
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { describe, expect, it } from "vitest";
import { chooseUnit, fryer, haveInCart, LAN_LIVES, order, orderButton, pay, wake } from "../harness/checkout.ts";
import { signIn } from "../harness/member.ts";
import {
  comesTo,
  dong,
  heading,
  hears,
  type Shopper,
  sees,
  shoppers,
  shownText,
  soon,
  ways,
} from "../harness/shopper.ts";

const shopper = shoppers();
const home = {
  street: "Số 12 ngõ 6 phố Sen Hồng",
  text: "Số 12 ngõ 6 phố Sen Hồng, Phường Kim Liên, Thành phố Hà Nội",
};
const office = "Tầng 3, số 40 phố Lụa Vàng";

describe.each(ways)("a customer $name", (way) => {
  it("orders to an address of the book, changes the order's address, cancels the order and buys it again", async () => {
    const lan = await member(way);
    const { cart, orders, purchases } = lan.words;
    await lan.open("/thanh-toan/gio-hang");
    await emptyCart(lan, cart);
    await haveInCart(lan);
    await wake(lan);
    expect(await lan.page.locator("#full_name").inputValue()).toBe("Tạ Mai Lan");
    expect(await lan.page.locator("#email").inputValue()).toBe("lan@mutosi.example");
    expect(await street(lan)).toBe(home.street);
    await chooseAnotherCarrier(lan);
    expect(await street(lan)).toBe(home.street);
    expect(await lan.page.locator("#full_name").inputValue()).toBe("Tạ Mai Lan");

    await chooseSaved(lan, office);
    await soon(() => street(lan)).toBe(office);
    await pay(lan, "cod");
    const code = await order(lan);

    await lan.open("/tai-khoan/quan-ly-don-hang");
    const card = lan.page.locator("article", { hasText: groupedCode(code) });
    await sees(card, orders.statuses.waiting_approval);
    await card.getByRole("link", { name: `${purchases.see}: ${groupedCode(code)}` }).click();
    await soon(() => heading(lan.page)).toBe(purchases.order_title({ code: groupedCode(code) }));
    await sees(lan.page, new RegExp(office));
    await slip(lan, code);

    await lan.page.locator("summary", { hasText: purchases.change_address }).click();
    await lan.page.getByRole("button", { name: purchases.send_there }).click();
    await sees(lan.page.locator("#address_id-error"), lan.errors.required);
    await lan.page.locator("label.radio-card", { hasText: home.street }).click();
    await lan.page.getByRole("button", { name: purchases.send_there }).click();
    await sees(lan.page, orders.events.address);
    await soon(() => lan.page.locator("section[aria-labelledby=receiver]").textContent()).toContain(home.text);

    await lan.page.locator("summary", { hasText: orders.cancel }).click();
    await lan.page.locator("#reason").selectOption("changed_mind");
    await lan.page.getByRole("button", { name: orders.cancel }).click();
    await sees(lan.page, orders.cancelled_because({ reason: orders.cancel_reasons.changed_mind }));

    const sent: (string | null)[] = [];
    lan.page.on("request", (request) => request.method() === "POST" && sent.push(request.postData()));
    const again = lan.page.getByRole("button", { name: purchases.buy_again });
    if (way.state === "hydrated") await again.dblclick();
    else await again.click();
    await comesTo(lan.page, ({ pathname }) => pathname.endsWith("/thanh-toan/gio-hang"));
    await hears(lan, purchases.bought_again({ count: 1 }));
    await lan.page.locator(".lines .line-name").first().waitFor();
    expect(await lan.page.locator("input[name=quantity]").inputValue()).toBe("1");
    expect(sent.filter((body) => body?.includes("buy_again"))).toHaveLength(1);
    await emptyCart(lan, cart);
  });

  it("adds an address and a legacy one, changes the default, deletes an address and undoes that", async () => {
    const lan = await member(way);
    const { addresses } = lan.words;
    await lan.open("/tai-khoan/so-dia-chi");
    const before = await lan.page.locator("main li.card").count();
    await lan.page.getByRole("link", { name: addresses.add }).click();
    await lan.page.locator("#full_name").waitFor();
    await wake(lan);
    await save(lan);
    await sees(lan.page.locator("[id='address.street-error']"), lan.errors.required);
    const label = `Bố mẹ ${way.name}`.slice(0, 40);
    await lan.page.locator("#label").fill(label);
    await oldAddress(lan);
    await lan.page.locator("[id='address.street']").fill("Số 3 phố Chậu Cá");
    await save(lan);
    await soon(() => lan.page.locator("main li.card").count()).toBe(before + 1);
    const card = lan.page.locator("main li.card", { hasText: label });
    await sees(card, addresses.legacy);
    await sees(card, /Phường Kim Liên, Thành phố Hà Nội/);

    await card.getByRole("link", { name: `${addresses.edit}: ${label}` }).click();
    await soon(() => street(lan)).toBe("Số 3 phố Chậu Cá");
    await wake(lan);
    await lan.page.locator("[id='address.street']").fill("Số 5 phố Chậu Cá");
    await save(lan);
    await sees(card, /^Số 5 phố Chậu Cá/);

    await card.getByRole("button", { name: `${addresses.make_default}: ${label}` }).click();
    await sees(card, addresses.is_default);
    expect(await lan.page.locator("main li.card .badge", { hasText: addresses.is_default }).count()).toBe(1);

    await remove(lan, label);
    await sees(lan.page, addresses.removed({ name: label }));
    await lan.page.getByRole("button", { name: addresses.undo }).click();
    await sees(card, addresses.is_default);
    await sees(card, addresses.legacy);
    await remove(lan, label);
    await sees(lan.page, addresses.removed({ name: label }));
    await soon(() => lan.page.locator("main li.card").count()).toBe(before);
    const nha = lan.page.locator("main li.card", { hasText: home.street });
    await nha.getByRole("button", { name: `${addresses.make_default}: Nhà` }).click();
    await sees(nha, addresses.is_default);
  });

  it("confirms the current ward of a legacy address", async () => {
    const an = await member(way, "an");
    const { addresses } = an.words;
    const old = { address_system: "legacy", city_code: "01", district_code: "002", ward_code: "00049" };
    const receiver = { full_name: "Tạ Mai Lan", phone: "0590000011", label: "Nhà cũ", street: "7 phố Gốm" };
    const kept = await an.page
      .context()
      .request.post(`${an.url}/v1/shipping_address`, { data: { ...old, ...receiver } });
    expect(kept.status()).toBe(200);
    await an.open("/tai-khoan/so-dia-chi");
    const card = an.page.locator("main li.card", { hasText: "Nhà cũ" });
    await sees(card, addresses.confirm_title);
    await card.getByRole("button", { name: addresses.confirm }).click();
    await hears(an, addresses.confirmed);
    await soon(() => card.getByText(addresses.confirm_title).count()).toBe(0);
    await sees(card, addresses.legacy);
    await remove(an, "Nhà cũ");
    await sees(an.page, addresses.removed({ name: "Nhà cũ" }));
  });

  it("finds an order by its code and its product, sees each status, and none where there is none", async () => {
    const lan = await member(way, "ngoc");
    const { purchases, orders } = lan.words;
    const placed = await lan.page.context().request.post(`${lan.url}/v1/shop/order`, {
      data: {
        items: [{ product_id: 1082, quantity: 1 }],
        ...{ full_name: "Tạ Mai Lan", phone: "0590000011", shipping_method: "GHN", payment_method: "bank_transfer" },
        address: { city_code: "01", ward_code: "00229", street: home.street },
        note: way.name,
      },
    });
    const { order_code } = ((await placed.json()) as { data: { order_code: string } }).data;
    const code = groupedCode(order_code);
    await lan.open("/tai-khoan/quan-ly-don-hang");
    await wake(lan);
    await search(lan, order_code.toLowerCase());
    await sees(lan.page, purchases.found({ count: 1, search: order_code.toLowerCase() }));
    await sees(lan.page, purchases.code({ code }));
    await search(lan, "may ep cham");
    await sees(lan.page, purchases.code({ code }));
    await search(lan, "không có gì");
    await sees(lan.page, purchases.empty_search);
    await lan.page.getByRole("link", { name: purchases.clear_search }).click();
    await lan.page.getByRole("navigation", { name: purchases.by_status }).getByText(orders.statuses.completed).click();
    await sees(lan.page, purchases.empty_status);
    await lan.page
      .getByRole("navigation", { name: purchases.by_status })
      .getByText(orders.statuses.waiting_approval)
      .click();
    await lan.page.getByRole("link", { name: `${purchases.pay}: ${code}` }).click();
    await sees(lan.page, orders.scan_steps[0] ?? "");
    await lan.page.locator("img.qr-code").waitFor();
  });
});

describe("orders of an account", () => {
  it("an order is 404 for another account, and the account pages require a sign-in", async () => {
    const lan = await shopper();
    await signIn(lan);
    await haveInCart(lan);
    await wake(lan);
    await pay(lan, "cod");
    const total = dong(await shownText(orderButton(lan)));
    const code = await order(lan);
    await lan.open(`/tai-khoan/quan-ly-don-hang/${code}`);
    await sees(lan.page, formatDong(total));

    const minh = await shopper();
    await signIn(minh, "minh");
    const answers = [];
    for (const each of [code, "2222222222"]) {
      const answer = await minh.page.goto(minh.at(`/tai-khoan/quan-ly-don-hang/${each}`));
      answers.push([answer?.status(), await heading(minh.page)]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);

    const nobody = await shopper();
    await nobody.open(`/tai-khoan/quan-ly-don-hang/${code}`);
    const { pathname, searchParams } = new URL(nobody.page.url());
    expect([pathname, searchParams.get("callbackurl")]).toEqual(["/login", `/tai-khoan/quan-ly-don-hang/${code}`]);
  });

  it("an address typed at the checkout is stored in the book if the customer ticks that", async () => {
    const john = await shopper();
    const { cart, addresses } = john.words;
    await signIn(john, "john");
    await haveInCart(john, fryer);
    await wake(john);
    await john.page.locator("label.radio-card", { hasText: cart.other_address }).click();
    await soon(() => street(john)).toBe("");
    const { province, ward } = LAN_LIVES.places.vi;
    await chooseUnit(john, "city_code", province);
    await chooseUnit(john, "ward_code", ward);
    await john.page.locator("[id='address.street']").fill("Số 99 phố Gốm");
    await john.page.getByLabel(cart.save_address).check();
    await john.page.locator("input[name=shipping_method]:checked").waitFor();
    await pay(john, "cod");
    await order(john);
    await john.open("/tai-khoan/so-dia-chi");
    await sees(john.page, /Số 99 phố Gốm, Phường Kim Liên/);
    await sees(john.page, addresses.count({ count: 2, most: 20 }));
  });
});

async function member(way: (typeof ways)[number], key: Parameters<typeof signIn>[1] = "lan"): Promise<Shopper> {
  const someone = await shopper(way);
  await signIn(someone, key);
  return someone;
}

const street = ({ page }: Shopper): Promise<string> => page.locator("[id='address.street']").inputValue();

/** Where a choice asks for the total at once. */
async function chooseAnotherCarrier({ page, scripts }: Shopper): Promise<void> {
  if (!scripts) return;
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.locator("label:has(input[name=shipping_method]:not(:checked))").first().click();
  await (await answered).finished();
  await soon(() => page.locator("[aria-busy=true]").count()).toBe(0);
}

async function chooseSaved({ page, scripts, words }: Shopper, text: string): Promise<void> {
  await page.locator("label.radio-card", { hasText: text }).click();
  if (!scripts) await page.getByRole("button", { name: words.cart.use_address }).click();
}

/** Phường Kim Liên, Quận Đống Đa: one ward came of it. */
async function oldAddress(lan: Shopper): Promise<void> {
  const { cart, addresses } = lan.words;
  const next = async () => {
    if (lan.scripts) return;
    await lan.page.getByRole("button", { name: addresses.show_wards }).click();
    await lan.page.waitForLoadState("domcontentloaded");
  };
  const names = {
    vi: ["Thành phố Hà Nội", "Quận Đống Đa", "Phường Kim Liên"],
    en: ["Ha Noi City", "Dong Da District", "Kim Lien Ward"],
    ja: ["Ha Noi市", "Dong Da区", "Kim Lien坊"],
  }[lan.locale];
  await lan.page.getByRole("button", { name: cart.to_legacy }).click();
  await lan.page.locator("[id='address.district_code']").first().waitFor();
  for (const [at, field] of ["city_code", "district_code", "ward_code"].entries()) {
    await chooseUnit(lan, field, names[at] ?? "");
    await next();
  }
}

async function save({ page, words }: Shopper): Promise<void> {
  await page.getByRole("button", { name: words.addresses.save }).click();
}

async function remove({ page, words }: Shopper, label: string): Promise<void> {
  const card = page.locator("main li.card", { hasText: label });
  await card.locator("summary").click();
  await card.getByRole("button", { name: words.addresses.remove_yes }).click();
}

async function search({ page }: Shopper, text: string): Promise<void> {
  const field = page.locator("main input[name=search]");
  await field.fill(text);
  await field.press("Enter");
  await page.waitForURL((address) => address.searchParams.get("search") === text);
}

async function slip({ page, words, locale, url }: Shopper, code: string): Promise<void> {
  const link = page.getByRole("link", { name: words.orders.slip });
  expect(await link.getAttribute("href")).toBe(`/v1/client/orders/${code}/slip?lang=${locale}`);
  const answer = await page.context().request.get(`${url}/v1/client/orders/${code}/slip?lang=${locale}`);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
}

async function emptyCart(lan: Shopper, words: Shopper["words"]["cart"]): Promise<void> {
  const line = lan.page.locator(".lines .line-name");
  for (let left = await line.count(); left > 0; left = await line.count()) {
    const name = (await line.first().textContent()) ?? "";
    await lan.page.getByRole("button", { name: words.take_out({ name }) }).click();
    // A gift leaves with what it is given for.
    await soon(() => line.count()).toBeLessThan(left);
    await lan.page.waitForLoadState();
  }
}
