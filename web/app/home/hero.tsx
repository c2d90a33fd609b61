import { imageUrl, srcset } from "contract/values/images.ts";
import { preload } from "react-dom";
import { useMessages, usePaths } from "../i18n.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Carousel } from "../ui/overlays/carousel.tsx";
import { Picture } from "../ui/picture.tsx";
import type { ShownItem } from "./home-data.ts";

/** The two pictures of a slide change at this width, as its layout does (hero.css). */
const narrow = "(max-width: 47.98rem)";
const wide = "(min-width: 48rem)";
const NARROW_SIZES = "100vw";
const WIDE_SIZES = "(min-width: 80rem) 1200px, 100vw";

export function Hero({ slides }: { slides: readonly ShownItem[] }) {
  const { home } = useMessages();
  if (slides.length === 0) return null;
  return (
    <div className="hero">
      <Carousel
        label={home.banners}
        pause={home.banners_pause}
        play={home.banners_play}
        slideLabel={(number, count) => home.banner_of({ number, count })}
      >
        {slides.map((slide, place) => (
          <Slide key={slide.id} slide={slide} first={place === 0} />
        ))}
      </Carousel>
    </div>
  );
}

/** Another picture on phones: there the words stand above it, and come first, so that nothing moves while it arrives. */
function Slide({ slide, first }: { slide: ShownItem; first: boolean }) {
  const paths = usePaths();
  const narrowSet = srcset(slide.image_mobile, [320, 480, 640, 800]);
  const wideSet = srcset(slide.image, [800, 1200, 1600]);
  if (first) {
    // React preloads pictures by itself, but none that a <picture> chooses.
    const soon = { as: "image", fetchPriority: "high" } as const;
    preload(imageUrl(slide.image_mobile, 640), {
      ...soon,
      imageSrcSet: narrowSet,
      imageSizes: NARROW_SIZES,
      media: narrow,
    });
    preload(imageUrl(slide.image, 1200), { ...soon, imageSrcSet: wideSet, imageSizes: WIDE_SIZES, media: wide });
  }
  return (
    <div className="hero-slide" data-theme="light">
      <div className="hero-text">
        <h2>{slide.title}</h2>
        <p>{slide.text}</p>
        <ButtonLink href={paths.link(slide.link)}>{slide.button}</ButtonLink>
      </div>
      <picture>
        <source media={narrow} srcSet={narrowSet} sizes={NARROW_SIZES} width={800} height={900} />
        <Picture
          src={imageUrl(slide.image, 1200)}
          srcSet={wideSet}
          sizes={WIDE_SIZES}
          alt={slide.image_alt}
          width={1200}
          height={480}
          priority={first}
          later={!first}
        />
      </picture>
    </div>
  );
}
