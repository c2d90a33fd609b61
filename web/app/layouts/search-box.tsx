import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";

export function SearchBox({ id, placeholder }: { id: string; placeholder: string; terms: readonly string[] }) {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <search>
      <form className="search" action={paths.search()}>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          name="name"
          placeholder={placeholder}
          aria-label={common.search}
          required
          maxLength={120}
        />
        <button type="submit" className="visually-hidden">
          {common.search_submit}
        </button>
      </form>
    </search>
  );
}
