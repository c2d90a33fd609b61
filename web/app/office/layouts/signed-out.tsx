import { Outlet, useRouteLoaderData } from "react-router";
import wordmark from "../../../art/brand/logo-wordmark-white.svg?url";
import { useOfficeMessages } from "../i18n.tsx";
import type { loader } from "../root.tsx";

/** Signing in and what an e-mail leads to: one card on the rail's ground. */
export default function SignedOut() {
  const { frame } = useOfficeMessages();
  const name = useRouteLoaderData<typeof loader>("root")?.shop_name ?? "";
  return (
    <main id="main" className="signed-out" tabIndex={-1}>
      <p className="signed-out-brand">
        {name.toLowerCase() === "mutosi" ? <img src={wordmark} alt={name} width={100} height={24} /> : name}
        <span>{frame.office}</span>
      </p>
      <div className="card signed-out-card">
        <Outlet />
      </div>
    </main>
  );
}
