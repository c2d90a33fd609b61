import { Outlet } from "react-router";
import { ErrorScreen } from "../screens/system/error-screen.tsx";
import type { Route } from "./+types/maintenance";
import { Bare } from "./bare.tsx";

/** No menus: nothing of the shop can be asked for. */
export default function MaintenanceLayout() {
  return (
    <Bare>
      <Outlet />
    </Bare>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Bare>
      <ErrorScreen error={error} />
    </Bare>
  );
}
