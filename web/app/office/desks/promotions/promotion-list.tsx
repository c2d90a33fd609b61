import { promotionsDesk } from "contract/promotions/promotions-desk.ts";
import { Link, useLoaderData } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import { shopOf } from "../../context.ts";
import { useStaff } from "../../frame/staff.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/promotion-list";
import { promotionTones } from "./promotion-tones.ts";

export const meta = titled(({ promotions }) => promotions.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(promotionsDesk, args, (asked) => shopOf(args.context).promotions.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(promotionsDesk, paths.promotions(), args);

const tones = { state: promotionTones } as const;

/** Codes, programmes, flash sales and drafts, with what each has cost so far. */
export default function PromotionList() {
  const { promotions, promotion: words, trial } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  const { holds } = useStaff();
  return (
    <DeskList
      desk={promotionsDesk}
      said={promotions}
      path={paths.promotions()}
      to={({ code }) => paths.promotion(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
      head={
        <>
          <Link className="button button-secondary" to={paths.tryCart()}>
            <Icon name="cart" />
            {trial.title}
          </Link>
          {holds("promotions:write") && (
            <Link className="button button-primary" to={paths.newPromotion()}>
              <Icon name="plus" />
              {words.make}
            </Link>
          )}
        </>
      }
    />
  );
}
