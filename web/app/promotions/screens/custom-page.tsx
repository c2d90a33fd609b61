import { localeOfPath } from "contract/values/locale.ts";
import { messagesAt } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
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
  const { promotions } = messagesAt(args.location.pathname);
  return pageMeta(args, {
    title: page.title,
    description: leadOf(page, promotions),
    path: pathsIn(locale).programme(page.slug),
  });
};

export default function CustomPage({ loaderData }: Route.ComponentProps) {
  return <ProgrammeScreen page={loaderData} />;
}
