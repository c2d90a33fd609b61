import { Outlet } from "react-router";
import { Bare } from "./bare.tsx";

/** No menus: nothing of the shop can be asked for. */
export default function MaintenanceLayout() {
  return (
    <Bare>
      <Outlet />
    </Bare>
  );
}
