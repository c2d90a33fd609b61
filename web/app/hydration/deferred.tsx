import { type ComponentProps, startTransition, useEffect, useRef, useState } from "react";
import { useLocale } from "../i18n.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { cachedHtml } from "./cached-html.tsx";

/** The same object at each render, so that React changes nothing. */
const UNCHANGED_HTML = { __html: "" };
const HYDRATION_MARGIN = "600px"; // below the screen

type DeferredProps = ComponentProps<"div"> & { hydrates?: boolean; of?: object };

/**
 * A part of a document that is not hydrated with the page, so its code is not sent; only a client navigation
 * renders it again. With `hydrates` the part hydrates when it is near the screen. Give it a `key` that identifies
 * its subject, a `<Suspense>` around it, and children that are the part itself on the server (`import.meta.env.SSR`) and a
 * lazy component in the browser. With `of`, all data it shows, the server caches its HTML (cached-html.tsx).
 */
export function Deferred({ children, hydrates = false, of, ...attributes }: DeferredProps) {
  const locale = useLocale();
  const [isStatic, setStatic] = useState(!useHydrated());
  const part = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!hydrates || !isStatic || !part.current) return;
    const hydrateInView = ([seen]: IntersectionObserverEntry[]) =>
      seen?.isIntersecting && startTransition(() => setStatic(false));
    const observer = new IntersectionObserver(hydrateInView, { rootMargin: HYDRATION_MARGIN });
    observer.observe(part.current);
    return () => observer.disconnect();
  }, [hydrates, isStatic]);

  if (import.meta.env.SSR && of) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML of these very children
    return <div {...attributes} dangerouslySetInnerHTML={{ __html: cachedHtml(locale, of, () => children) }} />;
  }
  if (import.meta.env.SSR || !isStatic) {
    return (
      <div key="live" {...attributes}>
        {children}
      </div>
    );
  }
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the server's HTML stays
    <div key="sent" ref={part} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={UNCHANGED_HTML} />
  );
}
