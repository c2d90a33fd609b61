import { Outlet, useLoaderData, useLocation, useMatches } from "react-router";
import { Brand } from "../frame/brand.tsx";
import { LanguageLinks } from "../frame/language.tsx";
import { cacheLayoutData, type FrameData, loadLayoutData } from "../frame/layout-data.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";
import { Steps } from "../ui/text/steps.tsx";

export const loader = loadLayoutData;
export const shouldRevalidate = cacheLayoutData;

/** No links away: brand, current step, hotline. */
export default function CheckoutLayout() {
  const { layout } = useLoaderData<FrameData>();
  const { common } = useMessages();
  const paths = usePaths();
  const { hotline, name, legal_name } = layout;
  return (
    <>
      <header className="site-header checkout-header">
        <div className="wrap">
          <Brand name={name} href={paths.home()} />
          <CheckoutSteps />
          <div className="header-actions">
            {hotline.tel && (
              <a href={`tel:${hotline.tel}`} aria-label={`${common.hotline} ${hotline.display}`}>
                <Icon name="headset" size={24} />
                <span>
                  <small>{common.hotline}</small> <b className="num">{hotline.display}</b>
                </span>
              </a>
            )}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap">
        <Outlet />
      </main>
      <footer className="site-footer">
        <div className="wrap footer-legal">
          <p>{legal_name}</p>
          <LanguageLinks />
        </div>
      </footer>
    </>
  );
}

export type CheckoutStep = "cart" | "payment" | "done";
const icons = { cart: "cart", payment: "card", done: "check" } as const;
const order: readonly CheckoutStep[] = ["cart", "payment", "done"];

/** Cart and details are one page, payment is the next. A screen may say more by `checkout_step`: null without an order. */
function CheckoutSteps() {
  const { cart } = useMessages();
  const paths = usePaths();
  const { pathname } = useLocation();
  const matches = useMatches() as { loaderData?: { checkout_step?: CheckoutStep | null } }[];
  const said = matches.findLast((match) => match.loaderData?.checkout_step !== undefined)?.loaderData?.checkout_step;
  if (said === null) return null;
  const now = order.indexOf(said ?? (pathname === paths.cart() ? "cart" : "payment"));
  const texts = { cart: cart.step_cart, payment: cart.step_payment, done: cart.step_done };
  const steps = order.map((step, at) => ({
    text: texts[step],
    icon: icons[step],
    state:
      at < now || (at === now && step === "done")
        ? ("done" as const)
        : at === now
          ? ("current" as const)
          : ("future" as const),
  }));
  return <Steps label={cart.checkout_steps} steps={steps} words={cart.step_states} />;
}
