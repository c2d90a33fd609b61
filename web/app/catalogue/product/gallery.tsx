import type { Picture as GalleryPicture } from "contract/catalogue/catalogue.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { type MouseEvent, Suspense, useRef, useState } from "react";
import { lazyPart } from "../../hydration/lazy.tsx";
import { useMessages } from "../../i18n.tsx";
import { pending } from "../../navigation/pending.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { Picture } from "../../ui/picture.tsx";

const largePicture = async () => (await import("./zoom.tsx")).Zoom;
const Zoom = lazyPart(() => pending(largePicture()));
const widths = [320, 480, 640, 800, 1200] as const;

export type GalleryProps = { pictures: readonly GalleryPicture[]; name: string };

/**
 * A list to swipe, with thumbnails that are links to its items: all of it works before hydration. Hydrated, thumbnails follow the
 * swiping and a picture opens large; before, the large picture is a link.
 */
export function Gallery({ pictures, name }: GalleryProps) {
  const { buying } = useMessages();
  const hydrated = useHydrated();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [zoomed, setZoomed] = useState<number | null>(); // undefined: never opened
  const count = pictures.length;

  function follow() {
    const element = list.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  }
  function show(event: MouseEvent, place: number) {
    event.preventDefault();
    const element = list.current;
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element?.scrollTo({ left: place * element.clientWidth, behavior: calm ? "instant" : "smooth" });
  }
  function zoom(event: MouseEvent, place: number) {
    event.preventDefault();
    setZoomed(place);
  }
  return (
    <section className="gallery" aria-label={buying.pictures}>
      <div className="gallery-stage">
        <ul ref={list} className="gallery-slides" onScroll={follow}>
          {pictures.map(({ id, alt }, place) => (
            <li key={id} id={`anh-${place + 1}`}>
              <a
                href={imageUrl(id, 1600)}
                aria-label={`${buying.zoom}: ${alt}`}
                onClick={(event) => zoom(event, place)}
              >
                <Picture
                  src={imageUrl(id, 640)}
                  srcSet={srcset(id, widths)}
                  sizes="(min-width: 80rem) 640px, (min-width: 64rem) 55vw, 100vw"
                  alt={alt}
                  width={640}
                  height={640}
                  priority={place === 0}
                />
              </a>
            </li>
          ))}
        </ul>
        {count > 1 && (
          <span className="gallery-count num" aria-hidden="true">
            {hydrated ? `${current + 1}/${count}` : buying.picture_count({ count })}
          </span>
        )}
      </div>
      {count > 1 && <Thumbs pictures={pictures} current={current} onShow={show} />}
      {zoomed !== undefined && (
        <Suspense>
          <Zoom pictures={pictures} name={name} place={zoomed} onPlace={setZoomed} />
        </Suspense>
      )}
    </section>
  );
}

type ThumbsProps = {
  pictures: GalleryProps["pictures"];
  current: number;
  onShow: (event: MouseEvent, place: number) => void;
};

function Thumbs({ pictures, current, onShow }: ThumbsProps) {
  const { buying } = useMessages();
  return (
    <div className="gallery-thumbs">
      {pictures.map(({ id }, place) => (
        <a
          key={id}
          href={`#anh-${place + 1}`}
          aria-label={buying.picture_of({ number: place + 1, count: pictures.length })}
          aria-current={place === current ? "true" : undefined}
          onClick={(event) => onShow(event, place)}
        >
          <Picture
            src={imageUrl(id, 96)}
            srcSet={srcset(id, [96, 160, 240])}
            sizes="96px"
            alt=""
            width={96}
            height={96}
          />
        </a>
      ))}
    </div>
  );
}
