import type { ComponentProps, ReactNode } from "react";
import { useLocale } from "../i18n.tsx";
import { cachedHtml } from "./cached-html.tsx";

type CachedFragmentProps = Omit<ComponentProps<"article">, "children"> & {
  as: "article" | "details";
  open?: boolean;
  /** All data the fragment shows. Beside it the fragment may read only the language of the page. */
  of: object;
  children: () => ReactNode;
};

/** A fragment that many pages share: the server caches its HTML, the browser renders it as any other. */
export function CachedFragment({ as, of, children, ...attributes }: CachedFragmentProps) {
  const Tag = as as "article";
  const locale = useLocale();
  if (!import.meta.env.SSR) return <Tag {...attributes}>{children()}</Tag>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML of these very children
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: cachedHtml(locale, of, children) }} />;
}
