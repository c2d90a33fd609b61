import { flaggedDesk } from "contract/payments/desk/money-desks.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { paymentTones } from "../../kit/order-tones.ts";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/flagged-list";

export const meta = titled(({ flagged }) => flagged.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(flaggedDesk, args, (asked) => shopOf(args.context).payments.flagged(asked));

export const action = (args: Route.ActionArgs) => saveList(flaggedDesk, paths.flagged(), args);

const tones = { state: paymentTones };

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Attempts to pay that a person should look at; each leads to its order. */
export default function FlaggedList() {
  const { flagged: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={flaggedDesk}
      said={said}
      path={paths.flagged()}
      to={({ order_code }) => paths.order(String(order_code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
      cell={(column, row: Row) =>
        column === "flags"
          ? String(row.flags)
              .split(", ")
              .map((flag) => (said.options.flag as Readonly<Record<string, string>>)[flag] ?? flag)
              .join(", ")
          : undefined
      }
    />
  );
}
