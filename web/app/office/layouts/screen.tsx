import { isRouteErrorResponse, Outlet } from "react-router";
import { ErrorPage } from "../frame/error-page.tsx";
import type { Route } from "./+types/screen";

/** Between the frame and its screens: an error of a screen leaves the frame as it is. */
export default function Screen() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={isRouteErrorResponse(error) ? error : null} inside />;
}
