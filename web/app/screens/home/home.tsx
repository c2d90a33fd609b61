import { imageUrl, srcset } from "contract/images.ts";
import { formatDong } from "contract/money.ts";
import { cachePage, shopOf } from "../../context.ts";
import { foreign, useLocale, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import type { Route } from "./+types/home";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [rows, chrome] = await Promise.all([shop.catalogue.homeRows({}), shop.content.chrome({})]);
  cachePage(context, { tags: ["products", "menus"], until: chrome.prices_change_at });
  return { rows, name: chrome.name, tagline: chrome.tagline };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.name ?? "", description: args.loaderData?.tagline ?? "", path: "/" });

export default function HomeScreen({ loaderData: { rows, name, tagline } }: Route.ComponentProps) {
  const locale = useLocale();
  const paths = usePaths();
  return (
    <div className="wrap section">
      <h1>
        {name}. {tagline}
      </h1>
      <ul className="rail-list">
        {rows.best_selling.map((card) => (
          <li key={card.product_id}>
            <a href={paths.product(card)} {...foreign(card.lang, locale)}>
              <img
                src={imageUrl(card.image.id, 240)}
                srcSet={srcset(card.image.id, [240, 480])}
                sizes="152px"
                alt=""
                width={240}
                height={240}
                loading="lazy"
              />
              {card.name}
              <b className="num">{formatDong(card.price)}</b>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
