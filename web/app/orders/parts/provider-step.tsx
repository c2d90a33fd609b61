import type { NextStep } from "contract/payments/payments.ts";
import { useMessages } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";

/**
 * The step at an online provider. A redirect is a plain link: a form's own redirect would need the provider in
 * `form-action`. The other two need its origins in the policy of this page alone (web/runtime/content-policy.ts).
 */
export function ProviderStep({ next, name }: { next: NextStep; name: string }) {
  const { orders: words } = useMessages();
  switch (next.kind) {
    case "redirect":
      return <ButtonLink href={next.url}>{words.pay_at({ name })}</ButtonLink>;
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
      return (
        <div id="payment-fields" data-session={next.session}>
          <script src={next.script} defer />
        </div>
      );
  }
}
