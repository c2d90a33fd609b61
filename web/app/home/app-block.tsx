import type { LayoutData } from "contract/content/content.ts";
import { formatNumber } from "contract/values/locale.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { figuresOf } from "./home-data.ts";

type Figures = ReturnType<typeof figuresOf>;
type AppBlockProps = { app: LayoutData["app"]; stores: Figures };

/** The shop's app, and its stores. Spec §2. */
export function AppBlock({ app, stores }: AppBlockProps) {
  return (
    <section className="section card app-block" aria-labelledby={app ? "app" : "stores"}>
      {app && <App app={app} />}
      <Stores figures={stores} />
    </section>
  );
}

/** The code is for those who sit at a wide screen; on the phone itself a link does. */
function App({ app }: { app: NonNullable<LayoutData["app"]> }) {
  const { home } = useMessages();
  const paths = usePaths();
  const shops = [
    { name: "App Store", url: app.app_store },
    { name: "Google Play", url: app.google_play },
  ].filter(({ url }) => url !== "");
  return (
    <div className="row">
      <img className="wide-only" src={paths.appQr()} alt={app.qr_alt} width={112} height={112} loading="lazy" />
      <div className="grow">
        <h2 id="app">{app.title}</h2>
        <p className="soft wide-only">{app.text}</p>
        <p className="soft phone-only">{home.app_text}</p>
        <p className="row row-wrap above-8">
          <ButtonLink className="phone-only" variant="secondary" href={app.link}>
            {app.button}
          </ButtonLink>
          {shops.map(({ name, url }) => (
            <a key={name} className="link" href={url} rel="noopener">
              {name}
            </a>
          ))}
        </p>
        {app.steps.length > 0 && (
          <details className="above-8">
            <summary className="link">{home.app_steps}</summary>
            <ol className="numbered above-8">
              {app.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </div>
  );
}

function Stores({ figures: { title, items } }: { figures: Figures }) {
  const { home } = useMessages();
  const paths = usePaths();
  return (
    <div className="row">
      <span className="round-icon">
        <Icon name="pin" size={24} />
      </span>
      <div className="grow">
        <h2 className="h4" id="stores">
          {title || home.stores_title}
        </h2>
        {items.length === 0 ? (
          <p className="soft">{home.stores_text}</p>
        ) : (
          <ul className="row row-wrap soft">
            {items.map(({ title, count }) => (
              <li key={title}>
                <b className="num">{formatNumber(count)}</b> {title}
              </li>
            ))}
          </ul>
        )}
        <a className="link" href={paths.stores()}>
          {home.stores_link}
        </a>
      </div>
    </div>
  );
}
