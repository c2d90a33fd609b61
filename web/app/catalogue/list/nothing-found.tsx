import type { ReactNode } from "react";
import { useLayoutData } from "../../frame/layout-data.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { CardRail } from "../../shared/products/card-rail.tsx";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import type { ShownCard as Card } from "../../shared/products/shown-card.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Chips } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { queryOf, unfiltered } from "./list-state.ts";
import { useListState } from "./product-results.tsx";

/** Filters removed what the query had found. */
export function NothingLeft({ query }: { query: string }) {
  const { listing } = useMessages();
  const paths = usePaths();
  const state = useListState();
  return (
    <EmptyState
      image={emptyPicture("search")}
      heading={listing.nothing_left}
      text={listing.nothing_left_text}
      action={
        <ButtonLink href={paths.search(undefined, queryOf(unfiltered(state)))}>
          {listing.search_for({ query })}
        </ButtonLink>
      }
    />
  );
}

type NothingFoundProps = {
  query: string;
  popular: readonly Card[];
  /** Ways to ask again. */
  children: ReactNode;
};

/** Never a dead end: other terms, groups, popular products, and contact. */
export function NothingFound({ query, popular, children }: NothingFoundProps) {
  const { listing } = useMessages();
  return (
    <>
      <EmptyState
        level={1}
        image={emptyPicture("search")}
        heading={listing.none_title({ query })}
        text={listing.none_text}
      />
      <div className="stack stack-loose centred text-width">
        {children}
        <Groups />
        <Hotline />
      </div>
      <CardRail id="popular" title={listing.popular_products} cards={popular} />
    </>
  );
}

function Groups() {
  const { listing } = useMessages();
  const paths = usePaths();
  const groups = useLayoutData()?.groups ?? [];
  return (
    <nav className="stack" aria-label={listing.groups}>
      <h2 className="h4">{listing.groups}</h2>
      <Chips wrap>
        {groups.map(({ title, icon, link }) => (
          <a key={link} className="chip" href={paths.link(link)}>
            {icon && <Icon name={icon as IconName} size={16} />}
            {title}
          </a>
        ))}
      </Chips>
    </nav>
  );
}

function Hotline() {
  const { listing } = useMessages();
  const hotline = useLayoutData()?.hotline;
  if (!hotline?.tel) return null;
  return (
    <p>
      <b>{listing.ask_us}</b>{" "}
      <a className="link num nowrap" href={`tel:${hotline.tel}`}>
        {hotline.display}
      </a>{" "}
      <span className="muted">{listing.call_us({ hours: hotline.hours })}</span>
    </p>
  );
}
