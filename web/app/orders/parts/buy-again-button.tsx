import { useNavigation } from "react-router";
import { useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";

/** In a form to the order's own page; `again_key` identifies this submission, so that a double click fills the cart once. */
export function BuyAgainButton({ again_key }: { again_key: string }) {
  const { orders: words, purchases } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "buy_again";
  return (
    <>
      <input type="hidden" name="idempotency_key" value={again_key} />
      <Button variant="secondary" name="intent" value="buy_again" loading={busy} loadingText={words.checking}>
        {purchases.buy_again}
      </Button>
    </>
  );
}
