import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";

const LiveSearch = lazy(() => import("./live-search.tsx"));
const longest = 120;

type SearchBoxProps = {
  id: string;
  placeholder: string;
  /** Shown while nothing is typed. */
  terms: readonly string[];
  /** The `/` key comes here. */
  shortcut?: boolean;
};

/** A plain GET form. Suggestions come with its first use. */
export function SearchBox({ id, placeholder, terms, shortcut = false }: SearchBoxProps) {
  const { common } = useMessages();
  const paths = usePaths();
  const input = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState(false);

  useEffect(() => {
    if (document.activeElement === input.current) setUsed(true); // what woke the page
    if (!shortcut) return;
    const focus = (event: KeyboardEvent) => {
      const target = event.target as Element | null;
      if (event.key !== "/" || event.ctrlKey || event.metaKey || target?.closest("input, textarea, select, dialog")) {
        return;
      }
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, [shortcut]);

  return (
    <search>
      <form className="search" action={paths.search()}>
        <Icon name="search" />
        <input
          ref={input}
          id={id}
          type="search"
          name="name"
          placeholder={placeholder}
          aria-label={common.search}
          maxLength={longest}
          required
          enterKeyHint="search"
          onFocus={() => setUsed(true)}
        />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nobody can focus it */}
        {shortcut && <kbd aria-hidden="true">/</kbd>}
        <button type="submit" className="visually-hidden">
          {common.search_submit}
        </button>
        {used && (
          <Suspense>
            <LiveSearch input={input} terms={terms} />
          </Suspense>
        )}
      </form>
    </search>
  );
}
