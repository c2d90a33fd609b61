import { formatDate } from "contract/values/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../context.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Prose } from "../ui/text/prose.tsx";
import type { Route } from "./+types/policy";

const privacy = "chinh-sach-bao-mat";

/** One policy; the privacy policy has an address of its own. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const code = params.code ?? privacy;
  const shop = shopOf(context);
  if (params.code === privacy) throw redirect(pathsIn(localeOf(context)).privacy(), 301);
  const policy = await shop.content.policy({ code });
  const others = (await shop.content.policies({})).filter((each) => each.code !== code);
  cachePage(context, { tags: ["policies"] });
  return { policy, others };
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const policy = args.loaderData?.policy;
  if (!policy) return [];
  return pageMeta(args, {
    title: policy.title,
    description: `${policy.summary} ${policy.sections.map(({ heading }) => heading).join(" · ")}`,
    path: policy.route,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: "/" },
        { name: content.policies_title, path: pathsIn("vi").information() },
        { name: policy.title, path: policy.route },
      ]),
    ],
  });
};

export default function PolicyScreen({ loaderData: { policy, others } }: Route.ComponentProps) {
  const { content } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const inForce = formatDate(new Date(`${policy.effective_from}T00:00:00+07:00`), locale);
  return (
    <article className="wrap">
      <ReadingStyles />
      <header className="article-head">
        <Breadcrumb
          label={content.breadcrumb}
          trail={[{ text: content.policies_title, to: paths.information() }, { text: policy.title }]}
        />
        <h1>{policy.title}</h1>
        <p className="lead">{policy.summary}</p>
        <p className="muted small">{content.effective({ date: inForce })}</p>
      </header>
      <div className="article-layout">
        <nav className="contents" aria-label={content.contents}>
          <b>{content.contents}</b>
          {policy.sections.map(({ id, heading }) => (
            <a key={id} href={`#${id}`}>
              {heading}
            </a>
          ))}
        </nav>
        <div className="stack-loose">
          {policy.sections.map(({ id, heading, body }) => (
            <section key={id} id={id} className="article-part" aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{heading}</h2>
              <Prose text={body} headingLevel={3} idPrefix={id} article />
            </section>
          ))}
          <nav className="card panel stack" aria-label={content.other_policies}>
            <b>{content.other_policies}</b>
            <ul className="stack">
              {others.map(({ code, title, route }) => (
                <li key={code}>
                  <a className="link" href={paths.link(route)}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </article>
  );
}
