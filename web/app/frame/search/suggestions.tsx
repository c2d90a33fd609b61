import type { Suggestions as Suggested } from "contract/catalogue/catalogue.ts";
import { imageUrl } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import { fold } from "contract/values/text.ts";
import type { Messages } from "messages/messages.ts";
import { foreign, useLocale, useMessages } from "../../i18n.tsx";
import type { Paths } from "../../paths.ts";
import { Icon } from "../../ui/icon.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

/** `text` comes into the field with the arrow keys; `says` is read where that is not enough. */
type Item = { href: string; text: string; says?: string; product?: Suggested["products"][number] };
/** Without a title where its one row says what it is. */
export type Group = { title?: string; items: readonly Item[] };

type Known = {
  typed: string;
  found: Suggested | undefined;
  terms: readonly string[];
  paths: Paths;
  words: Messages["common"];
};

const MAX_TERMS = 3; // with four products what a phone shows above its keyboard

/**
 * While nothing is typed, what others look for; then terms, products and categories, as far as there are any, and last the
 * link to all results: without suggestions a list that fills a phone must not be blank.
 */
export function suggestionsOf({ typed, found, terms, paths, words }: Known): Group[] {
  const asTerm = (text: string) => ({ href: paths.search(text), text });
  const query = typed.replace(/\p{Cc}/gu, "").trim(); // a pasted NUL has no letter to show
  const groups: Group[] =
    query === ""
      ? [{ title: words.popular_searches, items: terms.map(asTerm) }]
      : [
          { title: words.suggested_terms, items: (found?.terms ?? []).slice(0, MAX_TERMS).map(asTerm) },
          {
            title: words.suggested_products,
            items: (found?.products ?? []).map((product) => ({
              href: paths.product(product),
              text: product.name,
              product,
            })),
          },
          {
            title: words.suggested_categories,
            items: (found?.categories ?? []).map(({ slug, name }) => ({ href: paths.category(slug), text: name })),
          },
          { items: [{ ...asTerm(query), says: words.search_for({ query }) }] },
        ];
  return groups.filter((group) => group.items.length > 0);
}

/** Around what was typed, marks and case aside: "noi" in "Nồi cơm" leaves "" and " cơm". The whole text where it is not. */
export function around(text: string, typed: string): [before: string, typed: string, after: string] {
  const wanted = fold(typed);
  const starts = wanted === "" ? [] : [0, ...[...text.matchAll(/(?<=[\s(/-])\S/gu)].map(({ index }) => index)];
  const from = starts.find((at) => fold(text.slice(at)).startsWith(wanted));
  if (from === undefined) return [text, "", ""];
  let to = from + 1;
  while (to < text.length && !fold(text.slice(from, to)).startsWith(wanted)) to += 1;
  while (/^\p{M}/u.test(text.slice(to))) to += 1; // marks that stand apart from their letter
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

type SuggestionsProps = { id: string; groups: readonly Group[]; typed: string; active: number; open: boolean };

export function Suggestions({ id, groups, typed, active, open }: SuggestionsProps) {
  const { common } = useMessages();
  const first = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.items.length, 0));
  return (
    <div id={id} className="suggestions" role="listbox" aria-label={common.search} hidden={!open}>
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox, not of fields
        <div key={group.title ?? common.search} role="group" aria-label={group.title ?? common.search}>
          {group.title && (
            <div className="suggestions-heading" aria-hidden="true">
              {group.title}
            </div>
          )}
          {group.items.map((item, place) => {
            const at = (first[index] ?? 0) + place;
            return <Option key={item.href} id={`${id}-${at}`} item={item} typed={typed} active={at === active} />;
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; item: Item; typed: string; active: boolean };

function Option({ id, item: { href, text, says, product }, typed, active }: OptionProps) {
  const locale = useLocale();
  const [before, same, after] = product || says ? [says ?? text, "", ""] : around(text, typed);
  return (
    <a
      id={id}
      className="option"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-active={active ? "" : undefined}
      href={href}
      {...(product && foreign(product.lang, locale))}
    >
      {product ? (
        <img className="thumb thumb-small" src={imageUrl(product.image.id, 96)} alt="" width={44} height={44} />
      ) : (
        <Icon name="search" size={16} />
      )}
      <span className="grow">
        <span className="option-text">
          <Unbroken text={before} />
          {same && <i>{same}</i>}
          {after}
        </span>
        {product && <b className="num">{formatDong(product.price)}</b>}
      </span>
    </a>
  );
}
