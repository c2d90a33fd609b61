import { type ReactNode, useEffect } from "react";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteLoaderData,
} from "react-router";
import { DARK_SYSTEM } from "../session/theme.ts";
import { fontFiles } from "../ui/fonts.ts";
import type { Route } from "./+types/root";
import { requestContext } from "./context.ts";
import { forgetFlash } from "./cookies.ts";
import { ErrorPage } from "./frame/error-page.tsx";
import { OfficeShell } from "./frame/office-shell.tsx";
import { SpeakOffice } from "./i18n.tsx";
import styles from "./styles/office.css?url";

export function loader({ context }: Route.LoaderArgs) {
  const { language, theme, flash, shop_name, public_url, request_id } = context.get(requestContext);
  if (flash) forgetFlash(context);
  return { language, theme: theme ?? null, flash, shop_name, public_url, request_id };
}

export type RootData = Awaited<ReturnType<typeof loader>>;

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { language = "vi", theme = null } = root ?? {};
  useEffect(() => {
    document.documentElement.dataset.active = "";
  }, []);
  return (
    <html lang={language} data-theme={theme ?? undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#125c50" />
        <meta
          name="theme-color"
          media={theme ? (theme === "dark" ? "all" : "not all") : DARK_SYSTEM}
          content="#0a2621"
        />
        {fontFiles.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <link rel="stylesheet" href={styles} />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <SpeakOffice language={language}>{children}</SpeakOffice>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const { flash } = useLoaderData<typeof loader>();
  return (
    <OfficeShell flash={flash}>
      <Outlet />
    </OfficeShell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="office">
      <ErrorPage error={isRouteErrorResponse(error) ? error : null} />
    </div>
  );
}
