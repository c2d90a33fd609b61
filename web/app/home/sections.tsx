import { imageUrl, srcset } from "contract/values/images.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import type { promisesOf, ShownItem, Tile } from "./home-data.ts";

/** Trust points under the banner. */
export function Promises({ promises }: { promises: ReturnType<typeof promisesOf> }) {
  const { home } = useMessages();
  const paths = usePaths();
  if (promises.length === 0) return null;
  return (
    <ul className="service-strip" aria-label={home.promises}>
      {promises.map((item) => (
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

export function NeedTiles({ tiles }: { tiles: readonly Tile[] }) {
  const { home } = useMessages();
  const paths = usePaths();
  if (tiles.length === 0) return null;
  return (
    <section className="section need-tiles" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">{home.categories}</h2>
        <a className="link" href={paths.products()}>
          {home.all_categories}
        </a>
      </div>
      <ul className="category-tiles">
        {tiles.map(({ title, link, image }) => (
          <li key={link}>
            <a href={paths.link(link)}>
              <Picture
                src={imageUrl(image, 160)}
                srcSet={srcset(image, [96, 160, 240, 320])}
                sizes="(min-width: 48rem) 140px, 23vw"
                alt=""
                width={160}
                height={160}
              />
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rooms with what stands in them. On phones another picture: there the words stand above the room. */
export function Rooms({ rooms }: { rooms: readonly ShownItem[] }) {
  const { home } = useMessages();
  const paths = usePaths();
  if (rooms.length === 0) return null;
  return (
    <section className="section" aria-labelledby="rooms">
      <h2 className="visually-hidden" id="rooms">
        {home.rooms}
      </h2>
      <ul className="halves">
        {rooms.map((room) => (
          <li key={room.id}>
            <a className="promo-tile" data-theme="light" href={paths.link(room.link)}>
              <div>
                <h3>{room.title}</h3>
                <p className="soft small">{room.text}</p>
                <span className="link" aria-hidden="true">
                  {room.button}
                </span>
              </div>
              <picture>
                <source
                  media="(width < 64rem)"
                  srcSet={srcset(room.image_mobile, [320, 480, 640, 800])}
                  sizes="(min-width: 48rem) 48vw, 96vw"
                  width={800}
                  height={900}
                />
                <Picture
                  src={imageUrl(room.image, 800)}
                  srcSet={srcset(room.image, [640, 800, 1200])}
                  sizes="(min-width: 80rem) 592px, 50vw"
                  alt=""
                  width={800}
                  height={320}
                />
              </picture>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
