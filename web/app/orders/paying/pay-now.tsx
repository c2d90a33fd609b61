import type { Order } from "contract/orders/orders.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { PayLink } from "./pay-link.tsx";
import { Transfer } from "./transfer.tsx";

/** On the order: what there is to pay now, and the way to pay it again or otherwise. Nothing where nothing is awaited. */
export function PayNow({ order, now }: { order: Order; now: string }) {
  const { paying: words } = useMessages();
  const paths = usePaths();
  const { payment, uid_payment, status } = order;
  if (status !== "waiting_approval" || payment.order_cancelled || payment.amount === 0) return null;
  if (payment.status !== "created" && payment.status !== "pending") return null;
  const hasOwnGuide = payment.transfer !== null || payment.link !== null;
  return (
    <>
      {payment.transfer && <Transfer payment={payment} guide={payment.transfer} uid_payment={uid_payment} now={now} />}
      {payment.link && <PayLink link={payment.link} uid_payment={uid_payment} />}
      <p>
        <ButtonLink
          href={paths.repay(uid_payment)}
          variant={hasOwnGuide || payment.is_on_delivery ? "secondary" : "primary"}
        >
          {payment.is_on_delivery ? words.pay_first : hasOwnGuide ? words.another_way : words.pay_now}
        </ButtonLink>
      </p>
    </>
  );
}
