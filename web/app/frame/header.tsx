import { locales } from "contract/values/locale.ts";
import { useLocation, useMatches } from "react-router";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Drawer, opens } from "../ui/overlays/overlay.tsx";
import { AccountLink } from "./account/account-link.tsx";
import { NotifiesLink } from "./account/notifies-link.tsx";
import { Brand } from "./brand.tsx";
import { CartLink } from "./cart-link.tsx";
import { LanguageLink, LanguageLinks } from "./language.tsx";
import type { Brief, FrameData } from "./layout-data.ts";
import { MegaMenu } from "./menu/mega-menu.tsx";
import type { Frame } from "./menu/menu-groups.ts";
import { SearchBox } from "./search/search-box.tsx";
import { StaticIsland } from "./static-island.tsx";

const mega_menu = "mega-menu";
const PHONE_MENU = "phone-menu";

export function Header({ layout }: FrameData) {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <>
      <UtilityBar />
      <header className="site-header">
        <div className="wrap">
          <button className="icon-button phone-only" aria-label={common.open_menu} {...opens(PHONE_MENU)}>
            <Icon name="menu" size={24} />
          </button>
          <Brand name={layout.name} href={paths.home()} />
          <button type="button" className="category-button wide-only" popoverTarget={mega_menu}>
            <Icon name="menu" />
            {common.menu}
          </button>
          <div className="grow wide-only">
            <SearchBox
              id="search-wide"
              placeholder={common.search_placeholder}
              terms={layout.popular_searches}
              shortcut
            />
          </div>
          <div className="header-actions">
            <AccountLink />
            <NotifiesLink />
            <CartLink />
          </div>
        </div>
        <MegaMenu id={mega_menu} />
      </header>
      <div className="phone-search">
        <SearchBox id="search-phone" placeholder={common.search_placeholder_short} terms={layout.popular_searches} />
      </div>
      <MainNav groups={layout.groups} />
      <Drawer id={PHONE_MENU} side="start" title={common.menu} closeLabel={common.close} flush>
        <StaticIsland as="ul" id={`${PHONE_MENU}-links`} className="menu-list">
          {import.meta.env.SSR ? (layout) => <PhoneMenu layout={layout} /> : null}
        </StaticIsland>
        <LanguageLinks className="menu-languages" />
      </Drawer>
    </>
  );
}

/** What the pages of a group say of themselves: a list its path, a product its categories, each from the group down. */
type InGroup = { path?: Place[]; product?: { categories?: Place[] } };
type Place = { slug: string };

function MainNav({ groups }: Pick<Brief, "groups">) {
  const { common } = useMessages();
  const paths = usePaths();
  const { pathname } = useLocation();
  const { path, product } = (useMatches().at(-1)?.loaderData ?? {}) as InGroup;
  const group = (path ?? product?.categories)?.[0];
  const here = group ? paths.category(group.slug) : pathname;
  return (
    <nav className="main-nav" aria-label={common.main_navigation}>
      <ul className="wrap">
        {groups.map(({ title, link }) => (
          <li key={link}>
            <a href={paths.link(link)} aria-current={paths.link(link) === here || undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function UtilityBar() {
  const { common } = useMessages();
  const locale = useLocale();
  return (
    <nav className="utility-bar" aria-label={common.utilities}>
      <div className="wrap">
        <StaticIsland as="ul" id="utility-links" className="row grow">
          {import.meta.env.SSR ? (layout) => <UtilityLinks layout={layout} /> : null}
        </StaticIsland>
        <ul className="row">
          {locales
            .filter((each) => each !== locale)
            .map((each) => (
              <li key={each}>
                <LanguageLink locale={each} />
              </li>
            ))}
        </ul>
      </div>
    </nav>
  );
}

function UtilityLinks({ layout: { hotline, header_links } }: { layout: Frame }) {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <>
      {hotline.tel && (
        <li>
          <a href={`tel:${hotline.tel}`}>
            <Icon name="headset" size={16} />
            <span className="num">
              {[common.hotline, hotline.display, hotline.hours && `(${hotline.hours})`].filter(Boolean).join(" ")}
            </span>
          </a>
        </li>
      )}
      {header_links.map(({ title, link }) => (
        <li key={link}>
          <a href={paths.link(link)}>{title}</a>
        </li>
      ))}
    </>
  );
}

function PhoneMenu({ layout: { groups, header_links, hotline } }: { layout: Frame }) {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <>
      <li>
        <a href={paths.account()}>
          <Icon name="user" />
          <span className="for-guests">{common.sign_in}</span>
          <span className="for-members">{common.account}</span>
        </a>
      </li>
      {groups.map(({ id, title, icon, link, children }) => (
        <li key={id}>
          <details name="phone-menu-group">
            <summary>
              <Icon name={icon as IconName} />
              {title}
              <Icon name="chevron-down" size={16} />
            </summary>
            <ul>
              {children.map((child) => (
                <li key={child.link}>
                  <a href={paths.link(child.link)}>{child.title}</a>
                </li>
              ))}
              <li>
                <a href={paths.link(link)}>{common.see_all_of({ name: title })}</a>
              </li>
            </ul>
          </details>
        </li>
      ))}
      {header_links.map(({ title, link }) => (
        <li key={link}>
          <a href={paths.link(link)}>{title}</a>
        </li>
      ))}
      {hotline.tel && (
        <li>
          <a href={`tel:${hotline.tel}`}>
            <Icon name="headset" />
            <span className="num">{`${common.hotline} ${hotline.display}`}</span>
          </a>
        </li>
      )}
    </>
  );
}
