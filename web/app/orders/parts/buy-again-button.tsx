import { useNavigation } from "react-router";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";

/** Stands in a form to the order's page; `idempotency_key` identifies this submission, so that a double click fills the cart once. */
export function BuyAgainButton({ idempotency_key }: { idempotency_key: string }) {
  const { orders: words, purchases } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "buy_again";
  return (
    <>
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <Button variant="secondary" name="intent" value="buy_again" loading={busy} loadingText={words.checking}>
        {purchases.buy_again}
      </Button>
    </>
  );
}
