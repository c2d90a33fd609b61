import { type ComponentProps, useState } from "react";
import { useHydrated } from "./ui/hydrated.ts";

/** The same object each time: React must find nothing to change. */
const as_it_stands = { __html: "" };

/**
 * A part that never changes once the server has made it. In a document it stays as it was sent, so its code need not come
 * along; only a page opened by the running application makes it anew. Give it a `key` that names what it is about, and
 * children that are the part itself on the server (`import.meta.env.SSR`) and its `later` twin in the browser.
 */
export function AsSent({ children, ...attributes }: ComponentProps<"div">) {
  const [came_with_document] = useState(!useHydrated());
  if (import.meta.env.SSR || !came_with_document) return <div {...attributes}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the server's HTML stays
  return <div {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={as_it_stands} />;
}
