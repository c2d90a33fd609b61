import { customersDesk } from "contract/customers/customers-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { readListQuery } from "../../list/list-query.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/customer-list";

export const meta = titled(({ customers }) => customers.title);

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = readListQuery(customersDesk, request.url);
  return { query, answer: await shopOf(context).customers.desk(query) };
}

const asItIs = { columns: null, density: "normal" } as const;
const tones = { status: { active: "ok", locked: "broken" } } as const;

/** Customers, masked. */
export default function CustomerList() {
  const { customers } = useOfficeMessages();
  const { query, answer } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={customersDesk}
      said={customers}
      path={paths.customers()}
      to={({ code }) => paths.customer(String(code))}
      query={query}
      answer={answer}
      layout={asItIs}
      tones={tones}
    />
  );
}
