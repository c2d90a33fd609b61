import { cachePage, shopOf } from "../context.ts";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import type { Route } from "./+types/policies";

export async function loader({ context }: Route.LoaderArgs) {
  const policies = await shopOf(context).content.policies({});
  cachePage(context, { tags: ["policies"] });
  return { policies };
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const paths = pathsIn("vi");
  return pageMeta(args, {
    title: content.policies_title,
    description: content.policies_text,
    path: paths.information(),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: content.policies_title, path: paths.information() },
      ]),
    ],
  });
};

export default function PoliciesScreen({ loaderData: { policies } }: Route.ComponentProps) {
  const { content, common } = useMessages();
  const paths = usePaths();
  return (
    <div className="wrap">
      <Breadcrumb
        label={content.breadcrumb}
        trail={[{ text: common.home, to: paths.home() }, { text: content.policies_title }]}
      />
      <header className="page-head">
        <h1>{content.policies_title}</h1>
        <p className="muted">{content.policies_text}</p>
      </header>
      <ul className="news-grid">
        {policies.map(({ code, title, summary, route }) => (
          <li key={code} className="card panel">
            <h2 className="h4">
              <a className="link" href={paths.link(route)}>
                {title}
              </a>
            </h2>
            <p className="muted">{summary}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
