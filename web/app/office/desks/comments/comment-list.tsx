import { commentsDesk } from "contract/reviews/comments-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/comment-list";

export const meta = titled(({ comments }) => comments.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(commentsDesk, args, (asked) => shopOf(args.context).reviews.desk(asked));

export const action = (args: Route.ActionArgs) => saveList(commentsDesk, paths.comments(), args);

const stateTones = { pending: "waits", published: "ok", hidden: "broken", deleted: "over" } as const;
const tones = { state: stateTones } as const;

/** Ratings, questions and replies: injuries first, then what waits. */
export default function CommentList() {
  const { comments } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={commentsDesk}
      said={comments}
      path={paths.comments()}
      to={({ id }) => paths.comment(String(id))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
