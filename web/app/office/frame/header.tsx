import { Form, Link, useLocation } from "react-router";
import { applyTheme, type Theme } from "../../session/theme.ts";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { useLanguage, useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import { Avatar } from "./avatar.tsx";
import { useStaff } from "./staff.ts";

export const DRAWER = "office-menu";
const MENU = "account-menu";

/** Search (the palette), and the person's own menu. */
export function Header({ openPalette }: { openPalette: () => void }) {
  const { frame } = useOfficeMessages();
  const { account } = useStaff();
  return (
    <header className="office-head">
      <IconButton type="button" className="narrow-only" icon="menu" label={frame.menu} popoverTarget={DRAWER} />
      <button
        type="button"
        className="office-search needs-script"
        onClick={openPalette}
        aria-keyshortcuts="Control+K /"
      >
        <Icon name="search" />
        <span className="grow">{frame.search_hint}</span>
        <kbd className="kb">Ctrl K</kbd>
      </button>
      <button type="button" className="avatar-button" popoverTarget={MENU}>
        <Avatar name={account.full_name} />
        <VisuallyHidden>{frame.account_menu({ name: account.full_name })}</VisuallyHidden>
      </button>
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const { frame } = useOfficeMessages();
  const { account } = useStaff();
  const { pathname, search } = useLocation();
  const language = useLanguage();
  const here = pathname + search;
  return (
    <div id={MENU} popover="auto" className="account-menu">
      <p className="account-menu-name">
        <b>{account.full_name}</b>
        <span className="tiny muted own-line">{account.email}</span>
      </p>
      <Link className="account-menu-row" to={paths.own()}>
        <Icon name="user" />
        {frame.nav.own}
      </Link>
      <Form method="post" action={paths.theme()} className="account-menu-choices" aria-label={frame.acts.theme}>
        <input type="hidden" name="return_to" value={here} />
        {themes.map(({ value, name }) => (
          <button key={name} type="submit" name="chosen" value={value} onClick={(event) => chooseTheme(event, value)}>
            {frame.acts[name]}
          </button>
        ))}
      </Form>
      <Form
        method="post"
        action={paths.own()}
        className="account-menu-choices"
        aria-label={frame.acts.language}
        reloadDocument
      >
        <input type="hidden" name="intent" value="language" />
        <input type="hidden" name="return_to" value={here} />
        {(["vi", "en"] as const).map((each) => (
          <button key={each} type="submit" name="chosen" value={each} lang={each} aria-pressed={each === language}>
            {each === "vi" ? "Tiếng Việt" : "English"}
          </button>
        ))}
      </Form>
      <Form method="post" action={paths.signOut()} reloadDocument>
        <button type="submit" className="account-menu-row">
          <Icon name="logout" />
          {frame.acts.sign_out}
        </button>
      </Form>
    </div>
  );
}

const themes = [
  { value: "light", name: "theme_light" },
  { value: "dark", name: "theme_dark" },
  { value: "", name: "theme_system" },
] as const;

/** At once; its form stores the choice. */
function chooseTheme(_event: unknown, value: Theme | ""): void {
  applyTheme(value === "" ? undefined : value);
}
