import { pointsDesk } from "contract/loyalty/points-words.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useStaff } from "../../frame/staff.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/points-list";

export const meta = titled(({ points }) => points.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(pointsDesk, args, (asked) => shopOf(args.context).loyalty.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(pointsDesk, paths.points(), args);

/** What moved the points of customers; each row leads to its customer's points. */
export default function PointsList() {
  const { points: said, customerPoints: words } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  const { holds } = useStaff();
  return (
    <>
      <p className="small row">
        {holds("reports:finance") && (
          <Link className="link" to={paths.pointsLiability()}>
            {words.liability}
          </Link>
        )}
        {holds("promotions:read") && (
          <Link className="link" to={paths.gifts()}>
            {words.gifts}
          </Link>
        )}
      </p>
      <DeskList
        desk={pointsDesk}
        said={said}
        path={paths.points()}
        to={({ customer }) => (customer === null ? paths.points() : paths.customerPoints(String(customer)))}
        query={query}
        answer={answer}
        kept={kept}
        tones={{}}
      />
    </>
  );
}
