import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";

export type AccordionProps = {
  /** `id` names the answer in the address: the browser opens it for `#id` by itself. */
  items: readonly { id: string; summary: ReactNode; body: ReactNode; open?: boolean }[];
  /** Opening one closes the others of the same name. */
  name?: string;
  className?: string;
};

export function Accordion({ items, name, className }: AccordionProps) {
  return (
    <div className={classes("accordion", className)}>
      {items.map(({ id, summary, body, open }) => (
        <details key={id} name={name} open={open}>
          <summary>
            {summary}
            <Icon name="chevron-down" />
          </summary>
          <div id={id}>{body}</div>
        </details>
      ))}
    </div>
  );
}
