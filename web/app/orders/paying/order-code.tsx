import { groupedCode } from "contract/values/public-code.ts";
import { useMessages } from "../../i18n.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Large, in groups one can read aloud, and copied as one word. */
export function OrderCode({ code }: { code: string }) {
  const { orders: words } = useMessages();
  return (
    <p className="row row-wrap row-centre">
      <span className="muted">{words.order_code}</span>
      <b className="h3 num">{groupedCode(code)}</b>
      <CopyButton text={code} label={words.copy_short} what={words.order_code} copied={words.copied} />
    </p>
  );
}
