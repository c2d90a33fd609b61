import { refundsDesk } from "contract/payments/desk/money-desks.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/refund-list";
import { refundTones } from "./money-tones.ts";

export const meta = titled(({ refunds }) => refunds.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(refundsDesk, args, (asked) => shopOf(args.context).payments.refunds(asked));

export const action = (args: Route.ActionArgs) => saveList(refundsDesk, paths.refunds(), args);

const tones = { status: refundTones };

/** Money that goes back, or that a person decides of. */
export default function RefundList() {
  const { refunds: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={refundsDesk}
      said={said}
      path={paths.refunds()}
      to={({ id }) => paths.refund(String(id))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
