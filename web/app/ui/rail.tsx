import { Children, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";

export type RailProps = {
  /** Names the list for screen readers. */
  label: string;
  previous: string;
  next: string;
  /** Heading and link; the buttons stand at its end on wide screens. */
  head?: ReactNode;
  /** One item in view on phones, three on wide screens (news); otherwise two and a half, and five (products). */
  wide?: boolean;
  children: ReactNode;
};

/** A list that scrolls sideways: by touch everywhere, by two buttons on wide screens, by keyboard through its links. */
export function Rail({ label, previous, next, head, wide, children }: RailProps) {
  const list = useRef<HTMLUListElement>(null);
  const [edge, setEdge] = useState({ start: true, end: false });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () =>
      setEdge({
        start: element.scrollLeft < 8,
        end: element.scrollLeft + element.clientWidth > element.scrollWidth - 8,
      });
    look();
    element.addEventListener("scrollend", look);
    return () => element.removeEventListener("scrollend", look);
  }, []);

  function turn(direction: 1 | -1) {
    const element = list.current;
    element?.scrollBy({ left: direction * element.clientWidth, behavior: "smooth" });
  }

  return (
    <div className="rail">
      <div className="section-head">
        {head}
        <div className="rail-buttons needs-script">
          <IconButton
            type="button"
            icon="chevron-left"
            look="outlined"
            label={previous}
            disabled={edge.start}
            data-hydrate=""
            onClick={() => turn(-1)}
          />
          <IconButton
            type="button"
            icon="chevron-right"
            look="outlined"
            label={next}
            disabled={edge.end}
            data-hydrate=""
            onClick={() => turn(1)}
          />
        </div>
      </div>
      <ul ref={list} className={classes("rail-list", wide && "rail-wide")} aria-label={label}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </div>
  );
}
