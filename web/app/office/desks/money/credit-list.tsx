import { creditsDesk } from "contract/payments/desk/money-desks.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/credit-list";
import { creditTones } from "./money-tones.ts";

export const meta = titled(({ credits }) => credits.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readListQuery(creditsDesk, request.url);
  return { query, answer: await shopOf(context).payments.credits(query) };
}

const tones = { state: creditTones };
const asItIs = { columns: null, density: "normal" } as const;

/** Transfers that arrived. */
export default function CreditList() {
  const { credits: said } = useOfficeMessages();
  const { query, answer } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={creditsDesk}
      said={said}
      path={paths.credits()}
      to={({ id }) => paths.credit(String(id))}
      query={query}
      answer={answer}
      layout={asItIs}
      tones={tones}
    />
  );
}
