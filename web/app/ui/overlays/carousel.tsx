import { Children, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";

const SECONDS_PER_SLIDE = 6; // ASSUMED(0050): at least five are required

export type CarouselProps = {
  /** Names the region: "Khuyến mãi nổi bật". */
  label: string;
  pause: string;
  play: string;
  /** "Biểu ngữ 2 trên 4". */
  slideLabel: (number: number, count: number) => string;
  /** Five at the most; the first is the largest paint. */
  children: ReactNode;
};

/**
 * The banners of the home page. A list one can swipe, from the first moment; after hydration it also advances by itself,
 * for one round, unless the visitor pauses it, points at it, focuses it, or prefers less motion.
 */
export function Carousel({ label, pause, play, slideLabel, children }: CarouselProps) {
  const slides = Children.toArray(children);
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const [held, setHeld] = useState(false);
  const [playing, setPlaying] = useRound(list, slides.length, current, held);

  function follow() {
    const element = list.current;
    if (element) setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ul ref={list} className="carousel-slides" onScroll={follow} aria-live={playing ? "off" : "polite"}>
        {slides.map((slide, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a banner is its place
          <li key={index}>{slide}</li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="carousel-controls needs-script">
          {slides.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a banner is its place
              key={index}
              type="button"
              className="carousel-dot"
              aria-label={slideLabel(index + 1, slides.length)}
              aria-current={index === current ? "true" : undefined}
              data-hydrate=""
              onClick={() => {
                setPlaying(false);
                show(list.current, index);
              }}
            />
          ))}
          <IconButton
            type="button"
            size="small"
            icon={playing ? "pause" : "play"}
            label={playing ? pause : play}
            data-hydrate=""
            onClick={() => setPlaying(!playing)}
          />
        </div>
      )}
    </section>
  );
}

/** Shows the next slide every few seconds until all have been shown, or the visitor pauses it. */
function useRound(list: RefObject<HTMLElement | null>, count: number, current: number, held: boolean) {
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    setPlaying(count > 1 && !window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  }, [count]);

  useEffect(() => {
    if (!playing || held) return;
    const timer = setTimeout(() => {
      const last = current === count - 1;
      if (last) setPlaying(false); // one round is enough
      show(list.current, last ? 0 : current + 1);
    }, SECONDS_PER_SLIDE * 1000);
    return () => clearTimeout(timer);
  }, [list, playing, held, current, count]);
  return [playing, setPlaying] as const;
}

function show(list: HTMLElement | null, index: number): void {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  list?.scrollTo({ left: index * list.clientWidth, behavior: calm ? "instant" : "smooth" });
}
