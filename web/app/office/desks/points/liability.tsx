import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/liability";

export const meta = titled(({ customerPoints }) => customerPoints.liability);

export async function loader({ context }: Route.LoaderArgs) {
  return shopOf(context).loyalty.liability({});
}

/** What is owed in points, by the month in which they end; debts of customers apart. */
export default function LiabilityReport() {
  const { points, customerPoints: words } = useOfficeMessages();
  const owed = useLoaderData<typeof loader>();
  const language = useLanguage();
  const number = (count: number) => formatNumber(count);
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.points()}>
          {points.title}
        </Link>
      </p>
      <PageHead title={words.liability} about={words.liability_about({ at: formatDateTime(owed.as_of, language) })} />
      <div className="data-grid-frame">
        {owed.months.length === 0 ? (
          <p className="empty-row">{words.nothing_owed}</p>
        ) : (
          <table className="data-grid">
            <thead>
              <tr>
                <th scope="col">{words.month}</th>
                <th scope="col" className="num">
                  {words.usable}
                </th>
                <th scope="col" className="num">
                  {words.held}
                </th>
                <th scope="col" className="num">
                  {words.amount_dong}
                </th>
              </tr>
            </thead>
            <tbody>
              {owed.months.map(({ month, usable, held, amount }) => (
                <tr key={month ?? ""}>
                  <td>{month === null ? words.no_end : month.split("-").toReversed().join("/")}</td>
                  <td className="num">{number(usable)}</td>
                  <td className="num">{number(held)}</td>
                  <td className="num">{number(amount)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.total}</th>
                <td className="num" colSpan={2}>
                  {number(owed.points)}
                </td>
                <td className="num">{number(owed.amount)}</td>
              </tr>
            </tfoot>
          </table>
        )}
      </div>
      <p>{words.debts({ points: number(owed.debts.points), customers: number(owed.debts.customers) })}</p>
      <p>{words.gift_cards({ cards: number(owed.gift_cards.cards), amount: formatDong(owed.gift_cards.amount) })}</p>
    </>
  );
}
