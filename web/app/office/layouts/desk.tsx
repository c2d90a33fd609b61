import { useEffect, useMemo, useState } from "react";
import {
  Outlet,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { restoreForm, STORED_FORM_KEY } from "../../forms/stored-form.ts";
import { requestContext, shopOf } from "../context.ts";
import { rememberLanguage } from "../cookies.ts";
import { DRAWER, Header } from "../frame/header.tsx";
import { KeyList } from "../frame/key-list.tsx";
import { navItemsFor, ownNavItem } from "../frame/navigation.ts";
import { Palette } from "../frame/palette.tsx";
import { Rail } from "../frame/rail.tsx";
import { SessionEnd } from "../frame/session-end.tsx";
import { useShortcuts } from "../frame/shortcuts.ts";
import { type Staff, StaffContext } from "../frame/staff.ts";
import { TabBar } from "../frame/tab-bar.tsx";
import { pageOf, paths } from "../paths.ts";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/desk";

/** Who is signed in; nobody leads to signing in and back. */
export async function loader({ context }: Route.LoaderArgs) {
  const { language, path } = context.get(requestContext);
  const session = await shopOf(context).staff.session({});
  const here = pageOf(path);
  if (session.must_set_factor && here.split("?")[0] !== paths.own()) throw redirect(paths.own());
  // The language is the person's, wherever it was chosen; a page is in one.
  if (session.account.language !== language) {
    rememberLanguage(context, session.account.language);
    throw redirectDocument(here);
  }
  return { ...session, is_proved: session.proved_until !== null };
}

/** Rights are read anew with every page, as the server reads them. */
export function shouldRevalidate(_args: ShouldRevalidateFunctionArgs): boolean {
  return true;
}

export default function Desk() {
  const session = useLoaderData<typeof loader>();
  const shopName = useRouteLoaderData<typeof rootLoader>("root")?.shop_name ?? "";
  const staff = useMemo<Staff>(() => {
    const held = new Set(session.permissions.map(({ name }) => name));
    return { ...session, holds: (right) => held.has(right) };
  }, [session]);
  const [shown, setShown] = useState<"palette" | "keys" | null>(null);
  useKeys(staff, setShown);
  useStoredForm();
  return (
    <StaffContext value={staff}>
      <div className="desk">
        <aside className="rail">
          <Rail shopName={shopName} />
        </aside>
        <div id={DRAWER} popover="auto" className="rail-drawer">
          <Rail shopName={shopName} />
        </div>
        <div className="desk-page">
          <Header openPalette={() => setShown("palette")} />
          <main id="main" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <TabBar />
      </div>
      <SessionEnd />
      <Palette open={shown === "palette"} onClose={() => setShown(null)} showKeys={() => setShown("keys")} />
      <KeyList open={shown === "keys"} onClose={() => setShown(null)} />
    </StaffContext>
  );
}

function useKeys({ account, holds }: Staff, show: (what: "palette" | "keys") => void): void {
  const navigate = useNavigate();
  useShortcuts(
    {
      control: [
        ["KeyK", () => show("palette")],
        ["KeyS", () => document.querySelector<HTMLFormElement>("main form[data-main]")?.requestSubmit()],
      ],
      single: [
        ["Slash", () => show("palette")],
        ["Shift+Slash", () => show("keys")],
        ["KeyA", () => document.querySelector<HTMLElement>("main [data-act=KeyA]:not([aria-disabled])")?.click()],
      ],
      pairs: [...navItemsFor(holds), ownNavItem].map(
        ({ code, to }) => [`KeyG ${code}`, () => void navigate(to)] as const,
      ),
    },
    account.single_keys,
  );
}

/**
 * What was typed before the session ended or a page failed comes back once, when the office opens again; an answered form
 * is forgotten, for what is typed since its answer is newer.
 */
function useStoredForm(): void {
  const { state } = useNavigation();
  useEffect(() => restoreForm(), []);
  useEffect(() => {
    if (state === "idle") sessionStorage.removeItem(STORED_FORM_KEY);
  }, [state]);
}
