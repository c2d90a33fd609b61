import { Children, type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import { classes } from "../classes.ts";

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
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    element?.scrollBy({ left: direction * element.clientWidth, behavior: calm ? "instant" : "smooth" });
  }

  const button = (direction: 1 | -1) => (
    <IconButton
      type="button"
      icon={direction === 1 ? "chevron-right" : "chevron-left"}
      look="outlined"
      label={direction === 1 ? next : previous}
      disabled={direction === 1 ? edge.end : edge.start}
      data-hydrate=""
      onClick={() => turn(direction)}
    />
  );
  const buttons = (
    <div className="rail-buttons needs-script">
      {button(-1)}
      {button(1)}
    </div>
  );
  return (
    <div className="rail">
      {head ? (
        <div className="section-head">
          {head}
          {buttons}
        </div>
      ) : (
        buttons
      )}
      <ul ref={list} className={classes("rail-list", wide && "rail-wide")} aria-label={label}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </div>
  );
}
