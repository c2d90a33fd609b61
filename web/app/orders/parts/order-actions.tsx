import type { Order } from "contract/orders/orders.ts";
import { Form, useNavigation } from "react-router";
import { useLayoutData } from "../../frame/layout-data.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useMessages } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { BuyAgainButton } from "./buy-again-button.tsx";

/** What can be done with an order at any time, and that it has come. `again_key` as for `BuyAgainButton`. */
export function OrderActions({ order, again_key }: { order: Order; again_key: string }) {
  const { orders: words, purchases } = useMessages();
  const chrome = useLayoutData();
  const busy = useNavigation().formData?.get("intent");
  return (
    <Form method="post" className="order-actions" aria-label={purchases.actions}>
      <PayingStyles />
      <BuyAgainButton again_key={again_key} />
      {chrome?.hotline.tel && (
        <ButtonLink variant="secondary" icon="headset" href={`tel:${chrome.hotline.tel}`}>
          {purchases.support}
        </ButtonLink>
      )}
      {order.status === "delivered" && (
        <Button name="intent" value="received" loading={busy === "received"} loadingText={words.checking}>
          {words.confirm_received}
        </Button>
      )}
    </Form>
  );
}
