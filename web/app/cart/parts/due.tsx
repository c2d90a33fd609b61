import { type Dong, formatDong, roundCashUp } from "contract/values/money.ts";

type Props = { amounts: readonly Dong[]; say?: (...sums: string[]) => string };

/**
 * Sums as they are due: up to a thousand where they are paid in cash. Which text shows follows the chosen method by style
 * alone (`in-cash` in summary.css), so it is right before hydration as well.
 */
export function Due({ amounts, say = String }: Props) {
  const exact = say(...amounts.map(formatDong));
  const cash = say(...amounts.map((amount) => formatDong(roundCashUp(amount))));
  if (exact === cash) return exact;
  return (
    <>
      <span className="in-cash">{cash}</span>
      <span className="not-in-cash">{exact}</span>
    </>
  );
}
