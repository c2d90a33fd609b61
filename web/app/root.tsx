import { localeOfPath } from "contract/values/locale.ts";
import { type ReactNode, useEffect } from "react";
import {
  Meta,
  Outlet,
  useLocation,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from "react-router";
import type { Route } from "./+types/root";
import { AppShell } from "./app-shell.tsx";
import { ChatLauncher } from "./chat/parts/chat-launcher.tsx";
import { requestContext } from "./context.ts";
import { restoreForm } from "./forms/stored-form.ts";
import { admit } from "./guards.ts";
import { Speak } from "./i18n.tsx";
import { useSiteLinks } from "./navigation/links.ts";
import { pathsIn } from "./paths.ts";
import { useMembership } from "./session/membership.ts";
import { FavouriteForm } from "./shared/products/favourite-button.tsx";
import styles from "./styles/app.css?url";
import { ErrorScreen } from "./system/error-screen.tsx";
import { fontFiles } from "./ui/fonts.ts";

export const middleware: Route.MiddlewareFunction[] = [(arrival) => admit(arrival)];

export function loader({ context }: Route.LoaderArgs) {
  const { public_url, shop_name, flash } = context.get(requestContext);
  return { public_url, shop_name, flash };
}

/** The origin never changes, and a flash message is shown once: nothing of it is fetched again. */
export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const { locale } = localeOfPath(useLocation().pathname);
  return (
    // The boot script sets attributes from what this device stores.
    <html lang={locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#125c50" />
        {fontFiles.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="stylesheet" href={styles} />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={pathsIn(locale).manifest()} />
      </head>
      <body>
        <Speak locale={locale}>{children}</Speak>
      </body>
    </html>
  );
}

export default function Root() {
  const flash = useRouteLoaderData<typeof loader>("root")?.flash;
  return (
    <AppShell flash={flash ?? null}>
      <Outlet />
      <FavouriteForm />
      <ChatLauncher />
      <Running />
    </AppShell>
  );
}

/** Effects of the hydrated application, after those of the page: a field may read its value from the page once more. */
function Running() {
  useSiteLinks();
  useMembership();
  useScrollRestoration({});
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may be the one where a form was left
  useEffect(() => restoreForm(), [key]);
  useEffect(() => {
    document.documentElement.dataset.active = "";
    window.dispatchEvent(new Event("shop:active"));
  }, []);
  return null;
}

/** Errors of the layout itself; those of screens are shown inside their layout. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} bare />;
}
