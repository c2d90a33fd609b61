import { type ComponentProps, startTransition, useEffect, useRef, useState } from "react";
import { useLocale } from "../i18n.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { cachedHtml } from "./cached-html.tsx";

/** The same object each time: React must find nothing to change. */
const AS_IT_STANDS = { __html: "" };
const near = "600px"; // below the screen

type DeferredProps = ComponentProps<"div"> & { hydrates?: boolean; of?: object };

/**
 * A part of a document that is not hydrated with the page, so its code is not sent; only a client navigation
 * renders it again. With `wakes` the part hydrates when the shopper comes near it. Give it a `key` that names
 * what it is about, a `<Suspense>` around it, and children that are the part itself on the server (`import.meta.env.SSR`)
 * and its `later` twin in the browser. With `of`, all that it shows, the server caches its HTML (cached-html.tsx).
 */
export function Deferred({ children, hydrates = false, of, ...attributes }: DeferredProps) {
  const locale = useLocale();
  const [sent, setSent] = useState(!useHydrated());
  const part = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!hydrates || !sent || !part.current) return;
    const wake = ([seen]: IntersectionObserverEntry[]) => seen?.isIntersecting && startTransition(() => setSent(false));
    const watch = new IntersectionObserver(wake, { rootMargin: near });
    watch.observe(part.current);
    return () => watch.disconnect();
  }, [hydrates, sent]);

  if (import.meta.env.SSR && of) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML of these very children
    return <div {...attributes} dangerouslySetInnerHTML={{ __html: cachedHtml(locale, of, () => children) }} />;
  }
  if (import.meta.env.SSR || !sent) {
    return (
      <div key="live" {...attributes}>
        {children}
      </div>
    );
  }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the server's HTML stays
    <div key="sent" ref={part} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_STANDS} />
  );
}
