import { Outlet } from "react-router";
import { Fullscreen } from "../frame/fullscreen.tsx";

/** No menus: no other page is served. */
export default function MaintenanceLayout() {
  return (
    <Fullscreen>
      <Outlet />
    </Fullscreen>
  );
}
