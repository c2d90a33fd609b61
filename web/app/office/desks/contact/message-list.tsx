import { messagesDesk } from "contract/contact/contact-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/message-list";
import { messageTones } from "./message-tones.ts";

export const meta = titled(({ messages }) => messages.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(messagesDesk, args, (asked) => shopOf(args.context).contact.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(messagesDesk, paths.messages(), args);

const tones = { state: messageTones };

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Messages and complaints, what is dangerous and due first. */
export default function MessageList() {
  const { messages: said } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  const flags = said.options.flags as Readonly<Record<string, string>>;
  return (
    <DeskList
      desk={messagesDesk}
      said={said}
      path={paths.messages()}
      to={({ code }) => paths.message(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
      cell={(column, row: Row) =>
        column === "flags" && row.flags
          ? String(row.flags)
              .split(", ")
              .map((flag) => flags[flag] ?? flag)
              .join(", ")
          : undefined
      }
    />
  );
}
