import { creditsDesk } from "contract/payments/desk/money-desks.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/credit-list";
import { creditTones } from "./money-tones.ts";

export const meta = titled(({ credits }) => credits.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(creditsDesk, args, (asked) => shopOf(args.context).payments.credits(asked));

export const action = (args: Route.ActionArgs) => saveList(creditsDesk, paths.credits(), args);

const tones = { state: creditTones };

/** Transfers that arrived. */
export default function CreditList() {
  const { credits: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={creditsDesk}
      said={said}
      path={paths.credits()}
      to={({ id }) => paths.credit(String(id))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
