import { type TicketState, ticketsDesk } from "contract/service/service-words.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/ticket-list";
import { ticketTones } from "./ticket-tones.ts";

export const meta = titled(({ tickets }) => tickets.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(ticketsDesk, args, (asked) => shopOf(args.context).service.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(ticketsDesk, paths.tickets(), args);

const tones = { state: ticketTones satisfies Record<TicketState, string> } as const;

/** Tickets of repair and installation: what is due first. */
export default function TicketList() {
  const { tickets: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small row row-wrap">
        <Link className="link" to={paths.visitPlan()}>
          {said.plan_link}
        </Link>
        <Link className="link" to={paths.technicians()}>
          {said.technicians_link}
        </Link>
      </p>
      <DeskList
        desk={ticketsDesk}
        said={said}
        path={paths.tickets()}
        to={({ code }) => paths.ticket(String(code))}
        query={query}
        answer={answer}
        kept={kept}
        tones={tones}
      />
    </>
  );
}
