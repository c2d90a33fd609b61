import type { LayoutData } from "contract/content/content.ts";
import { appearanceWords } from "messages/appearance.ts";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";
import { Brand } from "./brand.tsx";
import { ChatButton } from "./chat-button.tsx";
import type { Frame } from "./menu/menu-groups.ts";
import { StaticIsland } from "./static-island.tsx";

const marks = import.meta.env.SSR
  ? import.meta.glob<string>("../../art/payment/*.svg", { query: "?url", import: "default", eager: true })
  : {};

export function Footer() {
  return (
    <footer className="site-footer">
      <StaticIsland as="div" id="footer" className="wrap">
        {import.meta.env.SSR ? (layout) => <Columns layout={layout} /> : null}
      </StaticIsland>
    </footer>
  );
}

function Columns({ layout }: { layout: Frame }) {
  const { common } = useMessages();
  const paths = usePaths();
  const { name, tagline, hotline, footer, legal_lines, payment_logos, social, notice } = layout;
  return (
    <>
      <div className="footer-columns">
        <div className="stack">
          <Brand name={name} href={paths.home()} />
          <p className="muted">{tagline}</p>
          {hotline.tel && (
            <p>
              <span className="muted">{common.hotline_free}</span>
              <br />
              <a className="h4 num" href={`tel:${hotline.tel}`}>
                {hotline.display}
              </a>{" "}
              <span className="muted">{hotline.hours}</span>
            </p>
          )}
        </div>
        {footer.map((column) => (
          <details key={column.id} className="footer-column">
            <summary>
              {column.title}
              <Icon name="chevron-down" size={16} />
            </summary>
            <ul>
              {column.items.map(({ title, link }) => (
                <li key={link}>
                  <a href={paths.link(link)}>{title}</a>
                </li>
              ))}
            </ul>
          </details>
        ))}
        <div className="stack">
          {payment_logos.length > 0 && <PaymentMarks names={payment_logos} />}
          {social.length > 0 && <Social links={social} />}
          {layout.app && <AppBlock app={layout.app} />}
        </div>
      </div>
      <ThemeSwitch />
      <ChatButton />
      <div className="footer-legal">
        <div>
          {legal_lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {notice && (
          <a href={notice.url} rel="noopener">
            <img src={notice.badge} alt={notice.label} height={40} loading="lazy" />
          </a>
        )}
      </div>
    </>
  );
}

/** The boot script handles a click at once; without scripts the form does. Only the device knows the chosen theme. */
function ThemeSwitch() {
  const paths = usePaths();
  const words = appearanceWords[useLocale()];
  const choices = [
    { value: "", text: words.system },
    { value: "light", text: words.light },
    { value: "dark", text: words.dark },
  ];
  return (
    <form className="theme-switch" method="post" action={paths.theme()} aria-label={words.title}>
      <span className="footer-heading">{words.title}</span>
      {choices.map(({ value, text }) => (
        <button key={value} type="submit" className="chip" name="chosen" value={value} data-theme-choice="">
          {text}
        </button>
      ))}
    </form>
  );
}

function PaymentMarks({ names }: { names: readonly string[] }) {
  const { common } = useMessages();
  return (
    <>
      <h2 className="footer-heading">{common.payment_methods}</h2>
      <ul className="payment-marks">
        {names.map((name) => (
          <li key={name}>
            <img src={marks[`../../art/payment/${name}.svg`]} alt={name} width={64} height={32} loading="lazy" />
          </li>
        ))}
      </ul>
    </>
  );
}

function Social({ links }: { links: LayoutData["social"] }) {
  const { common } = useMessages();
  return (
    <>
      <h2 className="footer-heading">{common.follow_us}</h2>
      <ul className="row row-wrap">
        {links.map(({ name, url }) => (
          <li key={url}>
            <a className="link" href={url} rel="noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The QR code is for those who sit at a wide screen; on the phone itself a link does. Spec §2. */
function AppBlock({ app }: { app: NonNullable<LayoutData["app"]> }) {
  const paths = usePaths();
  return (
    <section>
      <h2 className="footer-heading">{app.title}</h2>
      <div className="row row-wrap wide-only footer-app">
        <img src={paths.appQr()} alt={app.qr_alt} width={72} height={72} loading="lazy" />
        <p className="muted grow">{app.text}</p>
      </div>
      <p className="phone-only">
        <a className="link" href={app.link}>
          {app.button}
        </a>
      </p>
      <ul className="row row-wrap">
        {[
          { name: "App Store", url: app.app_store },
          { name: "Google Play", url: app.google_play },
        ]
          .filter(({ url }) => url !== "")
          .map(({ name, url }) => (
            <li key={name}>
              <a className="link" href={url} rel="noopener">
                {name}
              </a>
            </li>
          ))}
      </ul>
    </section>
  );
}
