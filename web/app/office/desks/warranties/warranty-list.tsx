import { type WarrantyState, warrantiesDesk } from "contract/warranty/warranty-words.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/warranty-list";
import { warrantyTones } from "./warranty-tones.ts";

export const meta = titled(({ warranties }) => warranties.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(warrantiesDesk, args, (asked) => shopOf(args.context).warranty.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(warrantiesDesk, paths.warranties(), args);

const tones = { state: warrantyTones satisfies Record<WarrantyState, string> } as const;

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Warranty cards: by serial, phone and code; what waits for a decision is a view. */
export default function WarrantyList() {
  const { warranties: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  const marks = said.options.marks as Readonly<Record<string, string>>;
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.importSerials()}>
          {said.import_link}
        </Link>
      </p>
      <DeskList
        desk={warrantiesDesk}
        said={said}
        path={paths.warranties()}
        to={({ code }) => paths.warranty(String(code))}
        query={query}
        answer={answer}
        kept={kept}
        tones={tones}
        cell={(column, row: Row) =>
          column === "marks" && row.marks
            ? String(row.marks)
                .split(", ")
                .map((mark) => marks[mark] ?? mark)
                .join(", ")
            : undefined
        }
      />
    </>
  );
}
