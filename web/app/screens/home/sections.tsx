import { imageUrl, kindImageId, srcset } from "contract/images.ts";
import { formatNumber } from "contract/locale.ts";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Rail } from "../../ui/rail.tsx";
import type { ShownMenu } from "./home-data.ts";

type MenuProps = { menu: ShownMenu | undefined };

const most_promises = 4; // kit: the first that apply

/** Trust points under the banner. */
export function Promises({ menu }: MenuProps) {
  const { home } = useMessages();
  const paths = usePaths();
  if (!menu?.items.length) return null;
  return (
    <ul className="service-strip mt-4" aria-label={home.promises}>
      {menu.items.slice(0, most_promises).map((item) => (
        <li key={item.id}>
          <Icon name={item.icon as IconName} size={26} />
          <span>
            <b>{item.link ? <a href={paths.link(item.link)}>{item.title}</a> : item.title}</b>
            <small>{item.text}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function CategoryTiles({ tiles }: { tiles: readonly { slug: string; name: string; image: string }[] }) {
  const { home } = useMessages();
  const paths = usePaths();
  if (tiles.length === 0) return null;
  return (
    <section className="section" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">{home.categories}</h2>
        <a className="link" href={paths.products()}>
          {home.all_categories}
        </a>
      </div>
      <ul className="category-tiles">
        {tiles.map(({ slug, name, image }) => (
          <li key={slug}>
            <a href={paths.category(slug)}>
              <Picture
                src={imageUrl(image, 160)}
                srcSet={srcset(image, [96, 160, 240, 320])}
                sizes="(min-width: 48rem) 140px, 23vw"
                alt=""
                width={160}
                height={160}
              />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the house needs done, each with its picture. */
export function Household({ menu }: MenuProps) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  if (!menu?.items.length) return null;
  return (
    <section className="section" aria-labelledby="household">
      <Rail
        label={menu.title}
        previous={catalogue.previous}
        next={catalogue.next}
        wide
        head={<Head menu={menu} id="household" />}
      >
        {menu.items.map((item) => (
          <a key={item.id} className="promo-tile" href={paths.link(item.link)}>
            <Picture
              src={imageUrl(item.image || kindImageId("rice-cooker"), 400)}
              srcSet={srcset(item.image, [320, 480, 800])}
              sizes="(min-width: 80rem) 390px, (min-width: 48rem) 33vw, 84vw"
              alt=""
              width={400}
              height={400}
            />
            <div>
              <h3>{item.title}</h3>
              <p>{item.text}</p>
            </div>
          </a>
        ))}
      </Rail>
    </section>
  );
}

/** How things work, in plain words, leading to what works so. */
export function Technology({ menu }: MenuProps) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  if (!menu?.items.length) return null;
  return (
    <section className="section" aria-labelledby="technology">
      <Rail
        label={menu.title}
        previous={catalogue.previous}
        next={catalogue.next}
        wide
        head={<Head menu={menu} id="technology" />}
      >
        {menu.items.map((item) => (
          <article key={item.id} className="card panel">
            <div className="row">
              <span className="thumb">
                <Picture
                  src={imageUrl(item.image, 96)}
                  srcSet={srcset(item.image, [96, 160])}
                  sizes="72px"
                  alt=""
                  width={96}
                  height={96}
                />
              </span>
              <h3 className="h4">
                <a href={paths.link(item.link)}>{item.title}</a>
              </h3>
            </div>
            <p className="mt-3 text-ink-2">{item.text}</p>
          </article>
        ))}
      </Rail>
    </section>
  );
}

function Head({ menu, id }: { menu: ShownMenu; id: string }) {
  const { home } = useMessages();
  const paths = usePaths();
  return (
    <>
      <div>
        <h2 id={id}>{menu.title}</h2>
        {menu.text && <p>{menu.text}</p>}
      </div>
      {menu.link && (
        <a className="link" id={`${id}-all`} aria-labelledby={`${id}-all ${id}`} href={paths.link(menu.link)}>
          {home.see_all}
        </a>
      )}
    </>
  );
}

/** Figures the shop counted itself. */
export function StoreFigures({ menu }: MenuProps) {
  const { home } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const figures = menu?.items.filter((item) => item.count) ?? [];
  if (!menu || figures.length === 0) return null;
  return (
    <section className="section" aria-labelledby="stores">
      <div className="section-head">
        <h2 id="stores">{menu.title}</h2>
        <a className="link" href={paths.stores()}>
          {home.stores_link}
        </a>
      </div>
      <ul className="highlights">
        {figures.map((item) => (
          <li key={item.id}>
            <b className="num">{formatNumber(item.count ?? 0, locale)}</b>
            <span className="muted">{item.title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
