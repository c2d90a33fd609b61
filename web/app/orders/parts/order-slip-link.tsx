import { useMessages, usePaths } from "../../i18n.tsx";
import { Icon } from "../../ui/icon.tsx";

/** To the purchase slip (PDF), in a tab of its own. */
export function OrderSlipLink({ code }: { code: string }) {
  const { orders: words } = useMessages();
  return (
    <a className="link row small" href={usePaths().orderSlip(code)} target="_blank" rel="noopener" data-reload="">
      <Icon name="receipt" size={16} />
      {words.slip}
    </a>
  );
}
