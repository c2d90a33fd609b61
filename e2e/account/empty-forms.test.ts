/** An empty form shows every missing field at once, in the reader's language, and focuses the first. Spec §5. */
import { describe, expect, it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { codeFor, signIn } from "../harness/member.ts";
import { comesTo, type Shopper, sees, shoppers, soon, type Way, ways } from "../harness/shopper.ts";

const shopper = shoppers();
/** Each way has an account of its own, so that codes to its phone disturb no other. */
const people = ["cau-giay", "tuan", "sato", "ngoc"] as const;

async function member(way: Way): Promise<Shopper> {
  const someone = await shopper(way);
  await signIn(someone, people[ways.indexOf(way)]);
  return someone;
}

const click = ({ page }: Shopper, name: string) =>
  page.locator("main").getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

/** Every field has its sentence, none is blamed beside them, and the first has the focus. */
async function says({ page, scripts }: Shopper, told: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(told)) {
    // What is wrong with a box stands with its question.
    const place = id === "terms" ? page.locator("main fieldset") : page.locator(`[id="${id}-error"]`);
    await sees(place, text);
  }
  const [first] = Object.keys(told);
  if (scripts) await soon(() => page.evaluate(() => document.activeElement?.id)).toBe(first);
  const blamed = await page.locator("main [aria-invalid=true]").evaluateAll((fields) => fields.map(({ id }) => id));
  expect(blamed.filter((id) => !(id in told))).toEqual([]);
}

async function open(someone: Shopper, path: string): Promise<void> {
  await someone.open(path);
  await wake(someone);
}

describe.each(ways)("empty forms $name", (way) => {
  it("forms to sign in and register show what is missing", async () => {
    const them = await shopper(way);
    const { page, words, errors } = them;
    const { identity } = words;
    for (const firstStep of ["/login", "/register", "/quen-mat-khau"]) {
      await open(them, firstStep);
      await click(them, identity.get_code);
      await says(them, { phone: errors.required });
    }
    await open(them, "/login/mat-khau");
    await click(them, identity.log_in);
    await says(them, { login: errors.required, password: errors.required });

    const phone = `059000140${ways.indexOf(way)}`;
    await open(them, "/quen-mat-khau");
    await page.locator("#phone").fill(phone);
    await click(them, identity.get_code);
    await comesTo(page, ({ pathname }) => pathname.endsWith("/quen-mat-khau/otp"));
    await wake(them);
    await click(them, identity.save_password);
    await says(them, { otp: errors.required, password: errors.required, password_confirmation: errors.required });

    await open(them, "/login");
    await page.locator("#phone").fill(phone);
    await click(them, identity.get_code);
    await comesTo(page, ({ pathname }) => pathname.endsWith("/login/otp"));
    await wake(them);
    await click(them, identity.confirm);
    await says(them, { otp: errors.required });
    await page.locator("#otp").fill("12ab");
    await click(them, identity.confirm);
    await says(them, { otp: errors.otp_malformed });
    await page.locator("#otp").fill(await codeFor(`+84${phone.slice(1)}`));
    if (!way.scripts) await click(them, identity.confirm);
    await comesTo(page, ({ pathname }) => pathname.endsWith("/register"));
    await page.locator("#full_name").waitFor();
    await wake(them);
    await click(them, identity.create_account);
    await says(them, { full_name: errors.required, terms: errors.terms_required });
  });

  it("forms of the account show what is missing", async () => {
    const them = await member(way);
    const { page, words, errors } = them;
    await open(them, "/tai-khoan/doi-mat-khau");
    await click(them, words.identity.save_password);
    const { required } = errors;
    await says(them, { current_password: required, password: required, password_confirmation: required });

    await open(them, "/tai-khoan/thong-tin-tai-khoan");
    await page.locator("#full_name").fill("");
    await click(them, words.profile.save);
    await says(them, { full_name: required });
    await open(them, "/tai-khoan/thong-tin-tai-khoan");
    await page.locator("summary", { hasText: words.profile.change_phone }).click();
    await click(them, words.profile.send_codes);
    await says(them, { phone: required });
    await page.locator("#phone").fill(`059000150${ways.indexOf(way)}`);
    await click(them, words.profile.send_codes);
    await page.locator("#old_otp").waitFor();
    await wake(them);
    await click(them, words.profile.confirm_phone);
    await says(them, { otp: required, old_otp: required });
  });

  it("the address book shows what is missing, in both systems", async () => {
    const them = await member(way);
    const { page, words, errors } = them;
    const { required } = errors;
    await open(them, "/tai-khoan/so-dia-chi?add=1");
    await page.locator("#full_name").fill("");
    await page.locator("#phone").fill("");
    await click(them, words.addresses.save);
    const [who, where] = [{ full_name: required, phone: required }, { "address.street": required }];
    await says(them, { ...who, "address.city_code": required, "address.ward_code": required, ...where });
    await click(them, words.cart.to_legacy);
    await page.locator("[id='address.district_code']").waitFor();
    await wake(them);
    await click(them, words.addresses.save);
    const units = { "address.city_code": required, "address.district_code": required, "address.ward_code": required };
    await says(them, { ...who, ...units, ...where });
  });
});
