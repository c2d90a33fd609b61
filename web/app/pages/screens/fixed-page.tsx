import { shopOf } from "../../context.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Blocks } from "../blocks.tsx";
import { keepPage } from "../page-cache.ts";
import { blockPageMeta } from "../page-head.ts";
import type { Route } from "./+types/fixed-page";

/** A page whose address is the route's: about the shop. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = await shop.pages.fixed({ key: "about" });
  await keepPage(context, shop, page);
  return { page };
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  if (!page) return [];
  return blockPageMeta(args, page, pathsIn("vi").about(), messagesAt(args.location.pathname).common.home);
};

export default function FixedPageScreen({ loaderData: { page } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const paths = usePaths();
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: page.title }]} />
      <Blocks page={page} />
    </div>
  );
}
