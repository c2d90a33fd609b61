import { unchecked } from "contract/unchecked.ts";
import { formatDate } from "contract/values/locale.ts";
import { useEffect, useRef } from "react";
import { cachePage, shopOf } from "../../context.ts";
import { Brand } from "../../frame/brand.tsx";
import { BookStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { useShopName } from "../../shared/shop-name.ts";
import { IconButton } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { BookPageSection } from "../book/book-page.tsx";
import { bookPath, TURN_SCRIPT } from "../paths.ts";
import type { Route } from "./+types/catalogue-book";

/** Spec §7: the page is there before its script is asked for. */
const WAIT_MS = 100;

/** The catalogue of the season. As it comes it is a list of pages; the script of its own makes a book of it. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [book, { prices_change_at }] = await Promise.all([shop.pages.book({}), shop.content.chrome({})]);
  const cards = book.pages.flatMap(({ products }) => products).filter((card) => card !== null);
  cachePage(context, {
    tags: [
      ...[`page:${book.key}`, "settings", "stores", "catalogue", "category:all", "flash_sales"],
      ...cards.flatMap(({ slug, category_slug }) => [`product:${slug}`, `category:${category_slug}`]),
    ],
    until: book.until,
  });
  cachePage(context, { tags: [], until: prices_change_at });
  return { book };
}

export const meta: Route.MetaFunction = (args) => {
  const { book: words, common } = messagesAt(args.location.pathname);
  const season = args.loaderData?.book.season ?? "";
  const title = words.title({ season });
  return pageMeta(args, {
    title,
    description: words.description({ season }),
    path: bookPath("vi"),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: pathsIn("vi").home() },
        { name: title, path: bookPath("vi") },
      ]),
    ],
  });
};

type TurnScript = { openBook(root: HTMLElement): () => void };

export default function CatalogueBookScreen({ loaderData: { book } }: Route.ComponentProps) {
  const { book: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const name = useShopName();
  const root = useBook();
  const title = words.title({ season: book.season });
  return (
    <div
      className="book-view"
      ref={root}
      data-wake=""
      data-words={JSON.stringify(words.script)}
      {...foreign(book.lang, locale)}
    >
      <BookStyles />
      <header className="book-bar">
        <Brand name={name} href={paths.home()} />
        <h1 className="small muted book-title">{title}</h1>
        <span className="grow" />
        <span className="small num nowrap" role="status" data-book-at="" />
        <span className="row needs-script book-tools">
          <IconButton
            type="button"
            icon="minus"
            label={words.zoom_out}
            data-act="zoom-out"
            className="wide-only book-only"
          />
          <IconButton type="button" icon="plus" label={words.zoom_in} data-act="zoom-in" className="book-only" />
          <IconButton
            type="button"
            icon="grid"
            label={words.thumbs}
            data-act="thumbs"
            className="wide-only book-only"
          />
          <IconButton type="button" icon="search" label={words.search} data-act="search" />
          <IconButton type="button" icon="list" label={words.script.list} data-act="list" />
          <IconButton
            type="button"
            icon="external"
            label={words.full}
            data-act="full"
            className="wide-only book-only"
          />
        </span>
        <a className="icon-button" href={paths.home()} data-act="close" aria-label={words.close} title={words.close}>
          <Icon name="close" />
        </a>
      </header>
      <search className="book-search" data-book-search="" hidden>
        <form className="stack">
          <TextInput
            type="search"
            name="q"
            icon="search"
            label={words.search}
            hideLabel
            autoComplete="off"
            maxLength={60}
          />
          <ul aria-live="polite" data-book-found="" />
        </form>
      </search>
      <div className="book-stage" data-book-stage="">
        <IconButton
          type="button"
          icon="chevron-left"
          label={words.previous}
          look="round"
          data-act="previous"
          className="book-turn book-only"
        />
        <div className="book-pages" tabIndex={-1} data-book-pages="">
          {book.pages.map((page) => (
            <BookPageSection key={page.page} page={page} />
          ))}
        </div>
        <IconButton
          type="button"
          icon="chevron-right"
          label={words.next}
          look="round"
          data-act="next"
          className="book-turn book-next book-only"
        />
      </div>
      <nav className="book-thumbs book-only" aria-label={words.all_pages} data-book-thumbs="" hidden />
      <p className="book-printed small muted">{words.printed({ day: formatDate(book.today, locale) })}</p>
      <VisuallyHidden>{words.prices}</VisuallyHidden>
    </div>
  );
}

/** Loads the page-turning script once the page is there. Without it the list stays, which has everything. */
function useBook() {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    const timer = setTimeout(async () => {
      try {
        const script: TurnScript = unchecked(await import(/* @vite-ignore */ TURN_SCRIPT));
        if (!isGone && root.current) close = script.openBook(root.current);
      } catch {
        // The file did not load: the list of pages is all there.
      }
    }, WAIT_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
      close?.();
    };
  }, []);
  return root;
}
