import { Fragment } from "react";

/** What follows an address in a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]]/g;

/** A text of a stranger: text, and nothing in it a link but addresses of this very site. */
export function OwnLinks({ text, origin }: { text: string; origin: string }) {
  const parts: { at: number; text: string; href: string | null }[] = [];
  let from = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const href = pathIn(found[0], origin);
    if (href === null) continue;
    parts.push({ at: from, text: text.slice(from, found.index), href: null });
    parts.push({ at: found.index, text: found[0], href });
    from = found.index + found[0].length;
  }
  parts.push({ at: from, text: text.slice(from), href: null });
  return (
    <>
      {parts.map(({ at, text: part, href }) =>
        href === null ? (
          <Fragment key={`${at} text`}>{part}</Fragment>
        ) : (
          <a key={`${at} link`} className="link" href={href}>
            {part}
          </a>
        ),
      )}
    </>
  );
}

/** Path and query of an address of this shop; null for any other. */
function pathIn(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isOurs = url.origin === origin && url.username === "" && !url.pathname.startsWith("//");
  return isOurs ? url.pathname + url.search + url.hash : null;
}
