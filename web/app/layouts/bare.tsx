import type { ReactNode } from "react";
import { usePaths } from "../i18n.tsx";
import { Brand } from "./brand.tsx";

/** Without menus: maintenance, and what is left when even the frame could not be made. */
export function Bare({ children, name = "Mutosi" }: { children: ReactNode; name?: string }) {
  const paths = usePaths();
  return (
    <>
      <header className="site-header">
        <div className="wrap px-3 md:px-6">
          <Brand name={name} href={paths.home()} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap">
        {children}
      </main>
    </>
  );
}
