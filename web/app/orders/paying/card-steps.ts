/** The steps of a card from the page: look at the session, initiate, the bank's hidden page, authenticate, pay. */
import { isWireFailure } from "contract/errors.ts";
import { browserShop } from "../../navigation/browser-shop.ts";
import { solveCaptcha } from "../../shared/captcha.ts";

type OfOrder = { order_code: string; uid_payment: string };
type Choice = { saved_card?: string; save_card?: "1" };
type Addresses = { address: string; own_address: string };

const METHOD_MS = 10_000; // EMV 3-D Secure: how long a bank's hidden page may take

/** False where the card in the session is not whole. Otherwise the server knows what comes next. Rejects with its refusal. */
export async function takeCard(
  asked: OfOrder,
  choice: Choice,
  addresses: Addresses,
  place: HTMLElement,
): Promise<boolean> {
  const { payments } = browserShop;
  const { ready } = await payments.cardChecked({ ...asked, ...choice });
  if (!ready) return false;
  const first = await initiated(asked, addresses);
  if (first.next !== "authenticate") return true;
  if (first.frame_url !== null) await shown(first.frame_url, place);
  const second = await payments.cardAuthenticated({ ...asked, browser: browserOf() });
  if (second.next === "pay") await payments.cardPaid(asked);
  return true;
}

/** Where a captcha is due the shop's own is solved, and the step sent again. */
async function initiated(asked: OfOrder, addresses: Addresses) {
  try {
    return await browserShop.payments.cardInitiated(asked);
  } catch (error) {
    if (!isWireFailure(error) || error.body.code !== "captcha_required") throw error;
    const box = document.createElement("div");
    const solved = await solveCaptcha({ ...addresses, action: "pay_card", own_only: true, box });
    if (solved.trouble !== undefined || !solved.answer) throw error;
    return browserShop.payments.cardInitiated({ ...asked, captcha: solved.answer });
  }
}

/** The bank's hidden page, until it is loaded. */
function shown(url: string, place: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.title = "3-D Secure";
    const timer = setTimeout(resolve, METHOD_MS);
    frame.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    frame.src = url;
    place.replaceChildren(frame);
  });
}

const browserOf = () => ({
  user_agent: navigator.userAgent.slice(0, 400),
  language: navigator.language,
  colour_depth: screen.colorDepth,
  screen_height: screen.height,
  screen_width: screen.width,
  time_zone_minutes: new Date().getTimezoneOffset(),
});
