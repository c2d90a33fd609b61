import { useEffect } from "react";
import { useMessages } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { Leaving } from "../screens/google.ts";

/** To Google: a document redirects by itself, the hydrated page here. */
export function Leave({ leave_for }: Leaving) {
  const { identity: words } = useMessages();
  useEffect(() => location.assign(leave_for), [leave_for]);
  return (
    <>
      <div className="sign-in-head" role="status">
        <h1>{words.to_google}</h1>
        <p className="muted">{words.to_google_text}</p>
      </div>
      <ButtonLink size="large" full icon="google" href={leave_for} rel="noreferrer">
        {words.by_google}
      </ButtonLink>
    </>
  );
}
