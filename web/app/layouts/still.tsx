import type { Chrome } from "contract/content.ts";
import { type ComponentProps, type ReactNode, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { type FrameData, RenderedChrome } from "./chrome.ts";

/** The same object each time: React must find nothing to change. */
const as_it_stands = { __html: "" };

type StillProps = Omit<ComponentProps<"div">, "children"> & {
  as: "div" | "nav" | "ul";
  whole: FrameData["whole"];
  children: (chrome: Chrome) => ReactNode;
};

/**
 * A part of the frame that is only links: rendered on the server, never taken over by the application, so its data is
 * not sent a second time. Where the frame is made in the browser, its data came along and it is rendered there.
 */
export function Still({ as, whole, children, ...attributes }: StillProps) {
  const Tag = as as "div";
  const chrome = useContext(RenderedChrome) ?? whole;
  const part = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    for (const link of part.current?.querySelectorAll("a") ?? []) {
      if (link.pathname === pathname && link.origin === location.origin) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }, [pathname]);

  if (chrome) {
    return (
      <Tag ref={part} {...attributes}>
        {children(chrome)}
      </Tag>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the server's HTML stays
  return <Tag ref={part} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={as_it_stands} />;
}
