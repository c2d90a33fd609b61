import type { NextStep } from "contract/payments/payments.ts";
import { useEffect } from "react";
import { useMessages } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";

/**
 * The step at an online provider. A redirect is a plain link: a form's own redirect would need the provider in
 * `form-action`; where the shopper has just chosen it (`goes`), a script follows it once. A form needs its origins in the policy of this page alone (web/runtime/content-policy.ts).
 */
export function ProviderStep({ next, name, goes }: { next: NextStep; name: string; goes: boolean }) {
  const { orders: words, paying } = useMessages();
  const url = next.kind === "redirect" && goes ? next.url : undefined;
  useEffect(() => {
    if (!url) return;
    // Coming back to this page must not lead away again.
    const here = new URL(location.href);
    here.searchParams.delete("go");
    history.replaceState(history.state, "", here);
    location.assign(url);
  }, [url]);
  switch (next.kind) {
    case "redirect":
      return (
        <ButtonLink href={next.url} size="large">
          {goes ? paying.open_provider({ name }) : words.pay_at({ name })}
        </ButtonLink>
      );
    case "form":
      return (
        <form method="post" action={next.action}>
          {Object.entries(next.fields).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <Button type="submit">{words.pay_at({ name })}</Button>
        </form>
      );
    case "hosted_fields":
      return null; // card-payment.tsx has the whole page
    case "widget":
      return <Widget next={next} />;
  }
}

/** The provider's script fills the place with its own form and posts that to our address of return. It needs scripts. */
function Widget({ next }: { next: Extract<NextStep, { kind: "widget" }> }) {
  const { paying } = useMessages();
  return (
    <div className="stack">
      <noscript>
        <p>{paying.needs_scripts}</p>
      </noscript>
      <form id="merchant-form" method="post" action={next.action} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty; what is put in it later is the provider's, and React leaves it alone */}
      <div id="napas-widget-container" dangerouslySetInnerHTML={{ __html: "" }} />
      <script id="napas-widget-script" src={next.script} defer {...next.attributes} />
    </div>
  );
}
