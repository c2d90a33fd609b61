import { useCallback, useEffect, useRef, useState } from "react";
import { useMatches } from "react-router";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Icon } from "../../ui/icon.tsx";

type LiveSearch = typeof import("./live-search.tsx")["LiveSearch"];

const MAX_LENGTH = 120;

type SearchBoxProps = {
  id: string;
  placeholder: string;
  /** Shown while nothing is typed. */
  terms: readonly string[];
  /** The `/` key focuses this field. */
  shortcut?: boolean;
};

/** A plain GET form. The code of suggestions is loaded at its first use. */
export function SearchBox({ id, placeholder, terms, shortcut = false }: SearchBoxProps) {
  const { common } = useMessages();
  const paths = usePaths();
  const input = useRef<HTMLInputElement>(null);
  // The search text, on the page of search results.
  const { query } = (useMatches().at(-1)?.loaderData ?? {}) as { query?: string };
  const [live, setLive] = useState<{ Search: LiveSearch }>();
  // Where the file does not load, the field works without suggestions, and its next use requests the file again.
  const loadLiveSearch = useCallback(() => {
    import("./live-search.tsx").then(
      ({ LiveSearch: Search }) => setLive((now) => now ?? { Search }),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    if (document.activeElement === input.current) loadLiveSearch(); // the use of the field started hydration
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
  }, [shortcut, loadLiveSearch]);

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
          defaultValue={query}
          maxLength={MAX_LENGTH}
          required
          enterKeyHint="search"
          onFocus={loadLiveSearch}
        />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd element cannot be focused */}
        {shortcut && <kbd aria-hidden="true">/</kbd>}
        <button type="submit" className="visually-hidden">
          {common.search_submit}
        </button>
        {live && <live.Search input={input} terms={terms} />}
      </form>
    </search>
  );
}
