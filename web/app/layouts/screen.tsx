import { Outlet, useRouteError } from "react-router";
import { ShownError } from "../screens/system/shown-error.tsx";

/** Between a frame and its screens: what goes wrong on a screen is shown in its place, and the frame stays. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <div className="wrap">
      <ShownError error={useRouteError()} />
    </div>
  );
}
