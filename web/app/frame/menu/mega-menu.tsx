import type { MenuProduct } from "contract/content/content.ts";
import { imageUrl } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import { type KeyboardEvent, useRef } from "react";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useOverlayHistory } from "../../ui/overlays/overlay-history.ts";
import { StaticIsland } from "../static-island.tsx";
import type { Group } from "./menu-groups.ts";

/** A popover: the browser opens and closes it and restores the focus without scripts. */
export function MegaMenu({ id }: { id: string }) {
  const { common } = useMessages();
  const menu = useRef<HTMLElement>(null);
  useOverlayHistory(menu, id);
  return (
    <nav ref={menu} id={id} popover="auto" className="mega-menu" aria-label={common.categories} onKeyDown={moveByArrow}>
      <StaticIsland as="ul" id={`${id}-links`} className="mega-rail">
        {import.meta.env.SSR ? ({ groups }) => groups.map((group) => <Entry key={group.id} group={group} />) : null}
      </StaticIsland>
    </nav>
  );
}

/** Arrow keys: up and down in the rail or a panel, right into the panel, left back to the rail. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  const item = target instanceof Element ? target.closest("li") : null;
  const targets: Record<string, Element | null | undefined> = {
    ArrowDown: item?.nextElementSibling,
    ArrowUp: item?.previousElementSibling,
    ArrowRight: item?.querySelector(".mega-panel"),
    ArrowLeft: item?.closest(".mega-rail > li"),
  };
  const link = targets[key]?.querySelector("a");
  if (!link) return;
  event.preventDefault(); // the page does not scroll
  link.focus();
}

function Entry({ group }: { group: Group }) {
  const { common } = useMessages();
  const paths = usePaths();
  const { title, icon, link, children, products } = group;
  const product = products.find(({ price }) => price !== null) ?? products[0];
  return (
    <li>
      <a href={paths.link(link)}>
        <Icon name={icon as IconName} />
        <span>{title}</span>
        <Icon name="chevron-right" size={16} />
      </a>
      <div className="mega-panel">
        <ul>
          {children.map((child) => (
            <li key={child.link}>
              <a href={paths.link(child.link)}>
                <img src={imageUrl(child.image, 160)} alt="" width={112} height={112} loading="lazy" />
                {child.title}
              </a>
            </li>
          ))}
          <li>
            <a className="link" href={paths.link(link)}>
              {common.see_all_of({ name: title })}
            </a>
          </li>
        </ul>
        {product && <Product product={product} />}
      </div>
    </li>
  );
}

function Product({ product }: { product: MenuProduct }) {
  const paths = usePaths();
  const locale = useLocale();
  return (
    <a className="mega-product" href={paths.product(product)}>
      <img src={imageUrl(product.image, 320)} alt="" width={160} height={160} loading="lazy" />
      <span {...foreign(product.lang, locale)}>{product.name}</span>
      {product.price !== null && <b className="num">{formatDong(product.price)}</b>}
    </a>
  );
}
