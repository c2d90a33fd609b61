import { notesContext, shopOf } from "../../context.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { Note } from "../../ui/text/note.tsx";
import { Blocks } from "../blocks.tsx";
import type { Route } from "./+types/preview";

/** One version of a page, for who has the link. No form of it is shown: nothing can be sent from here. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await shopOf(context).pages.preview({ token: params.token });
  context.get(notesContext).headers["Cache-Control"] = "no-store";
  return { page };
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  return page ? pageMeta(args, { title: page.title, description: page.description, path: null }) : [];
};

export default function PreviewScreen({ loaderData: { page } }: Route.ComponentProps) {
  const { pages } = useMessages();
  return (
    <div className="wrap">
      <ReadingStyles />
      <Note tone="honey">{pages.preview}</Note>
      <Blocks page={page} />
    </div>
  );
}
