import { localeOfPath } from "contract/values/locale.ts";
import { messagesAt } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { ProgrammeScreen } from "../programme.tsx";
import { resolvePage } from "../resolvers.ts";
import { leadOf } from "../terms.ts";
import type { Route } from "./+types/custom-page";

/** A programme, or what else is named by its first segment alone. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  return resolvePage({ context, slug: params.customPage, query: new URL(request.url).searchParams });
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  const { locale } = localeOfPath(args.location.pathname);
  const { promotions, common } = messagesAt(args.location.pathname);
  const paths = pathsIn(locale);
  const path = paths.programme(page.slug);
  return pageMeta(args, {
    title: page.title,
    description: leadOf(page, promotions),
    path,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: page.title, path },
      ]),
    ],
  });
};

export default function CustomPage({ loaderData }: Route.ComponentProps) {
  return <ProgrammeScreen page={loaderData} />;
}
