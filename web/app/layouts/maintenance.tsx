import { Outlet } from "react-router";
import { Fullscreen } from "./fullscreen.tsx";

/** No menus: nothing of the shop can be asked for. */
export default function MaintenanceLayout() {
  return (
    <Fullscreen>
      <Outlet />
    </Fullscreen>
  );
}
