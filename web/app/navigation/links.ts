/**
 * Plain `<a href>` everywhere: the browser follows it before hydration, the application afterwards. One listener does
 * what a `<Link>` per link would; rendering `<Link>` cost 24 % of a page (decision 0041). Spec §9 on prefetching.
 */
import { localeOfPath } from "contract/values/locale.ts";
import { useContext, useEffect } from "react";
import {
  matchRoutes,
  type NavigateOptions,
  type UNSAFE_AssetsManifest,
  UNSAFE_DataRouterContext,
  useNavigate,
} from "react-router";
import { pending } from "./pending.ts";
import { showFailure } from "./request-failure.ts";
import { isReachable } from "./send.ts";

type Connection = { saveData?: boolean; effectiveType?: string };
declare global {
  interface Window {
    __reactRouterManifest?: UNSAFE_AssetsManifest;
  }
}

export function useSiteLinks(): void {
  const navigate = useNavigate();
  const router = useContext(UNSAFE_DataRouterContext)?.router;

  useEffect(() => {
    if (!router) return;
    let wanted: URL | undefined; // the navigation that starts when its files are loaded
    /** The module files of the page at a URL; undefined when the application has no such page. */
    const filesOf = (url: URL) => {
      const matches = matchRoutes(router.routes, url.pathname);
      if (!matches || matches.some(({ route }) => route.id === "not-found")) return;
      // A route without a component has no file.
      return matches.flatMap(({ route }) => window.__reactRouterManifest?.routes[route.id ?? ""]?.module || []);
    };
    const onClick = async (event: MouseEvent) => {
      const url = event.defaultPrevented || !isPlain(event) ? undefined : urlOf(event.target);
      const files = url && filesOf(url);
      if (!files) return;
      event.preventDefault();
      wanted = url;
      const target = event.target as Element;
      try {
        await pending(Promise.all(files.map((file) => import(/* @vite-ignore */ file))));
      } catch {
        // The files of this version are gone: the server has the page, and the new files.
        if (wanted === url) await loadDocument(url, () => target.isConnected && (target as HTMLElement).click());
        return;
      }
      if (wanted !== url) return; // another navigation has begun meanwhile
      if (!navigator.onLine && (await isCached(url))) location.assign(url);
      else navigate(url.pathname + url.search + url.hash, navigateOptions(target));
    };
    const onPoint = (event: PointerEvent) => {
      const url = isSlow() ? undefined : urlOf(event.target);
      for (const file of (url && filesOf(url)) ?? []) import(/* @vite-ignore */ file).catch(() => {}); // onClick handles a failure
    };
    const cancel = () => {
      wanted = undefined; // a step through the history cancels the pending navigation
    };
    window.addEventListener("click", onClick);
    window.addEventListener("popstate", cancel);
    window.addEventListener("pointerover", onPoint, { passive: true });
    return () => {
      window.removeEventListener("click", onClick);
      window.removeEventListener("popstate", cancel);
      window.removeEventListener("pointerover", onPoint);
    };
  }, [navigate, router]);
}

async function loadDocument(url: URL, retry: () => void): Promise<void> {
  if ((navigator.onLine && (await isReachable(url))) || (await isCached(url))) location.assign(url);
  else showFailure({ reason: navigator.onLine ? "outcome_unknown" : "offline", writes: false, retry });
}

/** Whether the service worker has the page's document, so that it opens without a network. public/sw.js */
async function isCached(url: URL): Promise<boolean> {
  if (!("caches" in window) || !navigator.serviceWorker?.controller) return false;
  return (await caches.match(url.href, { ignoreVary: true })) !== undefined;
}

/** `data-stay`: the scroll position stays; `data-stay="replace"`: and Back skips it. */
function navigateOptions(target: Element): NavigateOptions {
  const stay = target.closest("a")?.dataset.stay;
  return stay === undefined ? { viewTransition: true } : { preventScrollReset: true, replace: stay === "replace" };
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The URL of a link that the application may open: same site, same language, another page. */
function urlOf(target: EventTarget | null): URL | undefined {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== "_self")) return;
  if (link.hasAttribute("download") || "reload" in link.dataset) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
  const { locale, path } = localeOfPath(url.pathname);
  if (locale !== localeOfPath(location.pathname).locale) return;
  if (path.startsWith("/-/")) return; // no page but a redirect to one, in any language: the hydrated page has the messages of its own alone
  return url;
}

/** 2g or data saver: nothing is prefetched. Spec §9. */
function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "");
}
