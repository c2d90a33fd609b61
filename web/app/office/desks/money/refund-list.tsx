import { refundsDesk } from "contract/payments/desk/money-desks.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/refund-list";
import { refundTones } from "./money-tones.ts";

export const meta = titled(({ refunds }) => refunds.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readListQuery(refundsDesk, request.url);
  return { query, answer: await shopOf(context).payments.refunds(query) };
}

const tones = { status: refundTones };
const asItIs = { columns: null, density: "normal" } as const;

/** Money that goes back, or that a person decides of. */
export default function RefundList() {
  const { refunds: said } = useOfficeMessages();
  const { query, answer } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={refundsDesk}
      said={said}
      path={paths.refunds()}
      to={({ id }) => paths.refund(String(id))}
      query={query}
      answer={answer}
      layout={asItIs}
      tones={tones}
    />
  );
}
