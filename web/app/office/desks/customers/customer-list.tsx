import { customersDesk } from "contract/customers/customers-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/customer-list";

export const meta = titled(({ customers }) => customers.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(customersDesk, args, (asked) => shopOf(args.context).customers.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(customersDesk, paths.customers(), args);

const tones = { status: { active: "ok", locked: "broken" } } as const;

/** Customers, masked. */
export default function CustomerList() {
  const { customers } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={customersDesk}
      said={customers}
      path={paths.customers()}
      to={({ code }) => paths.customer(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
