import { rentGroundsDesk } from "contract/partners/rent-grounds-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/rent-ground-list";
import { rentGroundTones } from "./rent-ground-tones.ts";

export const meta = titled(({ premises }) => premises.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(rentGroundsDesk, args, (asked) => shopOf(args.context).partners.rentGrounds(asked));

export const action = (args: Route.ActionArgs) => saveList(rentGroundsDesk, paths.rentGrounds(), args);

const tones = { state: rentGroundTones } as const;

/** Premises offered to the shop, with what is due. */
export default function RentGroundList() {
  const { premises } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={rentGroundsDesk}
      said={premises}
      path={paths.rentGrounds()}
      to={({ code }) => paths.rentGround(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
