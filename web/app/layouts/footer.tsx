import type { Chrome } from "contract/content.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";
import { Brand } from "./brand.tsx";

const marks = import.meta.glob<string>("../../art/payment/*.svg", { query: "?url", import: "default", eager: true });

/** Plain links: they are many, and the browser opens them as well. */
export function Footer({ chrome }: { chrome: Chrome }) {
  const { common } = useMessages();
  const paths = usePaths();
  const { name, tagline, hotline, footer, legal_lines, payment_logos, social } = chrome;
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <Brand name={name} href={paths.home()} />
            <p>{tagline}</p>
            <p>
              <span className="muted">{common.hotline_free}</span>
              <br />
              <a className="h4 num" href={`tel:${hotline.tel}`}>
                {hotline.display}
              </a>{" "}
              <span className="muted">{hotline.hours}</span>
            </p>
          </div>
          {footer.map((column) => (
            <details key={column.id} className="footer-column" open>
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
          <div>
            {payment_logos.length > 0 && <PaymentMarks names={payment_logos} />}
            {social.length > 0 && <Social links={social} />}
            {chrome.app && <AppBlock app={chrome.app} />}
          </div>
        </div>
        <div className="footer-legal">
          {legal_lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
    </footer>
  );
}

function PaymentMarks({ names }: { names: readonly string[] }) {
  const { common } = useMessages();
  return (
    <>
      <h2 className="h4">{common.payment_methods}</h2>
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

function Social({ links }: { links: Chrome["social"] }) {
  const { common } = useMessages();
  return (
    <>
      <h2 className="h4">{common.follow_us}</h2>
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

function AppBlock({ app }: { app: NonNullable<Chrome["app"]> }) {
  return (
    <>
      <h2 className="h4">{app.title}</h2>
      <p className="muted">{app.text}</p>
    </>
  );
}
