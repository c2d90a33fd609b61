import { ButtonLink } from "../button.tsx";
import { Icon } from "../icon.tsx";

export type PaginationProps = {
  /** Names the landmark: "Phân trang". */
  label: string;
  page: number;
  lastPage: number;
  /** The address of a page. */
  toPage: (page: number) => string;
  previous: string;
  next: string;
  /** What a screen reader hears for a page: "Trang 3". */
  pageLabel: (page: number) => string;
  /** "Xem thêm 24 sản phẩm": shown on phones while there is a next page. Where it leads may differ from the next page. */
  more?: { text: string; to: string; loading?: boolean };
};

export function Pagination({ label, page, lastPage, toPage, previous, next, pageLabel, more }: PaginationProps) {
  if (lastPage <= 1) return null;
  return (
    <nav className="pagination" aria-label={label}>
      {more && page < lastPage && (
        <ButtonLink className="phone-only" variant="secondary" href={more.to} data-stay="">
          {more.text}
        </ButtonLink>
      )}
      <ol>
        {page > 1 && (
          <li>
            <a href={toPage(page - 1)} rel="prev" aria-label={previous}>
              <Icon name="chevron-left" />
            </a>
          </li>
        )}
        {shownPages(page, lastPage).map((shown, index) =>
          shown === "gap" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
            <li key={`gap-${index}`}>
              <span aria-hidden="true">…</span>
            </li>
          ) : (
            <li key={shown}>
              <a href={toPage(shown)} aria-label={pageLabel(shown)} aria-current={shown === page ? "page" : undefined}>
                {shown}
              </a>
            </li>
          ),
        )}
        {page < lastPage && (
          <li>
            <a href={toPage(page + 1)} rel="next" aria-label={next}>
              <Icon name="chevron-right" />
            </a>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** First, last, and the neighbours of the current page; a gap stands for two or more left out. */
export function shownPages(page: number, lastPage: number): readonly (number | "gap")[] {
  const wanted = [1, page - 1, page, page + 1, lastPage].filter((one) => one >= 1 && one <= lastPage);
  const shown: (number | "gap")[] = [];
  let before = 0;
  for (const one of [...new Set(wanted)].sort((a, b) => a - b)) {
    if (one - before === 2) shown.push(one - 1);
    else if (one - before > 2) shown.push("gap");
    shown.push(one);
    before = one;
  }
  return shown;
}
