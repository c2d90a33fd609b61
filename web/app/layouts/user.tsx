import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation, useMatches } from "react-router";
import { shopOf } from "../context.ts";
import { AccountCard, type CardHolder } from "../frame/account/account-card.tsx";
import { accountMenu, placeAt } from "../frame/account/account-menu.ts";
import { type HeldRole, RoleSwitch } from "../frame/account/role-switch.tsx";
import { Footer } from "../frame/footer.tsx";
import { Header } from "../frame/header.tsx";
import { type FrameData, loadLayoutData } from "../frame/layout-data.ts";
import { MembersStyles } from "../hydration/more-styles.tsx";
import { useMessages, usePaths } from "../i18n.tsx";
import { useVisitor } from "../session/membership.ts";
import { classes } from "../ui/classes.ts";
import { Icon } from "../ui/icon.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";

type Holder = CardHolder & { agent_id: string | null; held_roles: readonly HeldRole[] };
type AccountFrame = FrameData & { holder: Holder | null };

export async function loader(args: LoaderFunctionArgs): Promise<AccountFrame> {
  const [frame, { user }] = await Promise.all([loadLayoutData(args), shopOf(args.context).identity.session({})]);
  return { ...frame, holder: user ?? null };
}

/** A form may have changed the name or the picture; moving between pages changes neither. */
export function shouldRevalidate({ formMethod }: { formMethod?: string }): boolean {
  return formMethod !== undefined && formMethod !== "GET";
}

/** The account: the menu beside the page on wide screens, a page of its own on narrow ones. */
export default function UserLayout() {
  const { layout, holder: cameWithPage } = useLoaderData<AccountFrame>();
  // Requested again while the page is open: another tab may have switched the role, or the shop removed one.
  const holder = useVisitor()?.user ?? cameWithPage;
  const paths = usePaths();
  const isHome = useLocation().pathname === paths.account();
  return (
    <>
      <MembersStyles />
      <Header layout={layout} />
      <main id="main" tabIndex={-1} className="wrap account">
        <AccountTrail />
        <div className="with-aside">
          <aside className={classes("stack", !isHome && "broad-only")}>
            {holder && <AccountCard holder={holder} />}
            {holder && (
              <RoleSwitch held={holder.held_roles} active={{ role: holder.active_role, agent_id: holder.agent_id }} />
            )}
            <AccountMenu />
          </aside>
          <div className="stack-loose">
            <Outlet />
          </div>
        </div>
      </main>
      <Footer />
    </>
  );
}

function AccountMenu() {
  const { account } = useMessages();
  const paths = usePaths();
  const { pathname } = useLocation();
  const here = placeAt(pathname, paths);
  return (
    <nav className="card account-menu" aria-label={account.title}>
      <ul>
        {accountMenu.map((place) => (
          <li key={place.name}>
            <a
              href={place.path(paths)}
              className={place.name === "home" ? "broad-only" : undefined}
              aria-current={place === here ? (place.path(paths) === pathname ? "page" : "true") : undefined}
            >
              <Icon name={place.icon} />
              <span className="grow">{account.menu[place.name]}</span>
              <Icon name="chevron-right" size={16} className="narrow-only" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A screen below one of the menu's says where it is: its loader returns `here`. */
function AccountTrail() {
  const { account, common } = useMessages();
  const paths = usePaths();
  const { pathname } = useLocation();
  const place = placeAt(pathname, paths);
  const matches = useMatches() as { loaderData?: { here?: string } }[];
  const here = matches.findLast((match) => match.loaderData?.here)?.loaderData?.here;
  const trail = [
    { text: common.home, to: paths.home() },
    { text: account.title, to: paths.account() },
  ];
  if (place && place.name !== "home") trail.push({ text: account.menu[place.name], to: place.path(paths) });
  if (here) trail.push({ text: here, to: pathname });
  return <Breadcrumb label={account.breadcrumb} trail={trail} />;
}
