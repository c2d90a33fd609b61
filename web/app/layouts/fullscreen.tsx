import { Outlet } from "react-router";

/** The whole window is the screen's: no menus, no footer. It brings its own way out. */
export default function FullscreenLayout() {
  return (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  );
}
