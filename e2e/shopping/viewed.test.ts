/** Recently viewed products in the account. */
import { expect, it } from "vitest";
import { phone, untilActive } from "../harness/browser.ts";
import { fryer, wake } from "../harness/checkout.ts";
import { signIn } from "../harness/member.ts";
import { DEFAULT_WAY, shoppers } from "../harness/shopper.ts";

const shopper = shoppers();

it.each([false, true])(
  "recently viewed products show without interaction or layout shift (on a phone: %s)",
  async (isPhone) => {
    const hoa = await shopper(
      { ...DEFAULT_WAY, is_phone: isPhone },
      isPhone ? { viewport: { ...phone, width: 360 } } : {},
    );
    const { page } = hoa;
    await signIn(hoa, "hoa");
    await hoa.open(fryer);
    await wake(hoa);
    await page.addInitScript(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await hoa.open("/tai-khoan/san-pham-da-xem");
    await untilActive(page);
    await page.locator("main .product-card-name a").first().waitFor();
    const moved = await page.evaluate(() => Reflect.get(window, "moved") as number[]);
    expect(moved.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.02);
  },
);
