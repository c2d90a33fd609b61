import type { Order } from "contract/orders/orders.ts";
import { Form, useNavigation } from "react-router";
import { useLayoutData } from "../../frame/layout-data.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useMessages } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { BuyAgainButton } from "./buy-again-button.tsx";

/** What can be done with an order at any time, and that it has come. `idempotency_key` as for `BuyAgainButton`. */
export function OrderActions({ order, idempotency_key }: { order: Order; idempotency_key: string }) {
  const { orders: words, purchases } = useMessages();
  const layout = useLayoutData();
  const busy = useNavigation().formData?.get("intent");
  return (
    <Form method="post" className="order-actions" aria-label={purchases.actions}>
      <PayingStyles />
      {order.kind !== "exchange" && order.has_delivery && <BuyAgainButton idempotency_key={idempotency_key} />}
      {layout?.hotline.tel && (
        <ButtonLink variant="secondary" icon="headset" href={`tel:${layout.hotline.tel}`}>
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
