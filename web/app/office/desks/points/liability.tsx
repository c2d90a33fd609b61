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
                  <td data-label={words.month}>
                    {month === null ? words.no_end : month.split("-").toReversed().join("/")}
                  </td>
                  <td className="num" data-label={words.usable}>
                    {number(usable)}
                  </td>
                  <td className="num" data-label={words.held}>
                    {number(held)}
                  </td>
                  <td className="num" data-label={words.amount_dong}>
                    {number(amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <p>
        <b>{words.total_owed({ points: number(owed.points), amount: formatDong(owed.amount) })}</b>
      </p>
      <p>{words.debts({ points: number(owed.debts.points), customers: number(owed.debts.customers) })}</p>
      <p>{words.gift_cards({ cards: number(owed.gift_cards.cards), amount: formatDong(owed.gift_cards.amount) })}</p>
    </>
  );
}
