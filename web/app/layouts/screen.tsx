import { Outlet, useRouteError } from "react-router";
import { ErrorScreen } from "../system/error-screen.tsx";

/** Between a frame and its screens: what goes wrong on a screen is shown in its place, and the frame stays. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <div className="wrap">
      <ErrorScreen error={useRouteError()} />
    </div>
  );
}
