import type { LayoutData } from "contract/content/content.ts";
import { foreign, useLocale, usePaths } from "../i18n.tsx";
import { classes } from "../ui/classes.ts";

type Props = {
  heading: string;
  programmes: readonly Pick<LayoutData["programmes"][number], "slug" | "title" | "lang">[];
  className?: string;
};

/** Programmes that the cart applies by itself, each with its page; nothing where none runs. */
export function ProgrammeLinks({ heading, programmes, className }: Props) {
  const locale = useLocale();
  const paths = usePaths();
  if (programmes.length === 0) return null;
  return (
    <nav className={classes("card panel", className)} aria-labelledby="programmes">
      <h2 className="h4" id="programmes">
        {heading}
      </h2>
      <ul>
        {programmes.map(({ slug, title, lang }) => (
          <li key={slug}>
            <a className="link own-line tall" href={paths.programme(slug)} {...foreign(lang, locale)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
