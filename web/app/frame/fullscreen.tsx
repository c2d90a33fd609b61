import type { ReactNode } from "react";
import { usePaths } from "../i18n.tsx";
import { useShopName } from "../shared/shop-name.ts";
import { Brand } from "./brand.tsx";

/** Without menus: maintenance, and the fallback when even the layout failed. */
export function Fullscreen({ children }: { children: ReactNode }) {
  const paths = usePaths();
  const name = useShopName();
  return (
    <>
      <header className="site-header bare-header">
        <div className="wrap">{name && <Brand name={name} href={paths.home()} />}</div>
      </header>
      <main id="main" tabIndex={-1} className="wrap">
        {children}
      </main>
    </>
  );
}
