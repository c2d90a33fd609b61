import { Outlet } from "react-router";
import { Bare } from "./bare.tsx";

/** No menus: no other page is served. */
export default function MaintenanceLayout() {
  return (
    <Bare>
      <Outlet />
    </Bare>
  );
}
