import type { Suggestions as Suggested } from "contract/catalogue.ts";
import { imageUrl } from "contract/images.ts";
import { formatDong } from "contract/money.ts";
import type { Messages } from "messages/messages.ts";
import { foreign, useLocale } from "../i18n.tsx";
import type { Paths } from "../paths.ts";
import { Icon } from "../ui/icon.tsx";
import { Unbroken } from "../ui/unbroken.tsx";

export type Suggestion = Suggested;

type Item = { href: string; text: string; product?: Suggested["products"][number] };
export type Group = { title: string; items: readonly Item[] };

type Known = {
  typed: string;
  found: Suggested | undefined;
  terms: readonly string[];
  paths: Paths;
  words: Messages["common"];
};

/** While nothing is typed, what others look for; then words, products and categories, as far as there are any. */
export function suggestionsOf({ typed, found, terms, paths, words }: Known): Group[] {
  const asTerm = (text: string) => ({ href: paths.search(text), text });
  const groups: Group[] =
    typed.trim() === ""
      ? [{ title: words.popular_searches, items: terms.map(asTerm) }]
      : [
          { title: words.suggested_terms, items: (found?.terms ?? []).map(asTerm) },
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
        ];
  return groups.filter((group) => group.items.length > 0);
}

type SuggestionsProps = { id: string; groups: readonly Group[]; active: number; open: boolean };

export function Suggestions({ id, groups, active, open }: SuggestionsProps) {
  const first = groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.items.length, 0));
  return (
    <div id={id} className="suggestions" role="listbox" aria-label={groups[0]?.title} hidden={!open}>
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox, not of fields
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="suggestions-heading" aria-hidden="true">
            {group.title}
          </div>
          {group.items.map((item, place) => {
            const at = (first[index] ?? 0) + place;
            return <Option key={item.href} id={`${id}-${at}`} item={item} active={at === active} />;
          })}
        </div>
      ))}
    </div>
  );
}

function Option({ id, item: { href, text, product }, active }: { id: string; item: Item; active: boolean }) {
  const locale = useLocale();
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
        <Unbroken text={text} />
      </span>
      {product && <b className="num">{formatDong(product.price)}</b>}
    </a>
  );
}
