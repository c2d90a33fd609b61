import { Outlet, useRouteLoaderData } from "react-router";
import { ErrorScreen } from "../screens/system/error-screen.tsx";
import type { Route } from "./+types/default";
import { Bare } from "./bare.tsx";
import { keepChrome, loadChrome } from "./chrome.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

export const loader = loadChrome;
export const shouldRevalidate = keepChrome;

export default function DefaultLayout({ loaderData: { chrome } }: Route.ComponentProps) {
  return (
    <>
      <Header chrome={chrome} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer chrome={chrome} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const chrome = useRouteLoaderData<typeof loader>("layout-default")?.chrome;
  const screen = <ErrorScreen error={error} />;
  if (!chrome) return <Bare>{screen}</Bare>;
  return (
    <>
      <Header chrome={chrome} />
      <main id="main" tabIndex={-1} className="wrap">
        {screen}
      </main>
      <Footer chrome={chrome} />
    </>
  );
}
