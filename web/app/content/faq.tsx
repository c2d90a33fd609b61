import { fold, truncate } from "contract/values/text.ts";
import { cachePage, shopOf } from "../context.ts";
import { useLayoutData } from "../frame/layout-data.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Accordion } from "../ui/navigation/accordion.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Prose } from "../ui/text/prose.tsx";
import type { Route } from "./+types/faq";

/** `?q=` filters for the questions that hold every word, whatever the marks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 80);
  const groups = await shopOf(context).content.faq({});
  cachePage(context, { tags: ["policies"] });
  const words = fold(text).split(" ").filter(Boolean);
  const has = (hay: string) => words.every((word) => fold(hay).includes(word));
  const found = groups
    .map((group) => ({ ...group, items: group.items.filter(({ question, answer }) => has(`${question} ${answer}`)) }))
    .filter((group) => group.items.length > 0);
  return { text, said: truncate(text, 60), groups: found }; // decision 0242
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const paths = pathsIn("vi");
  const { text, groups } = args.loaderData ?? { text: "", groups: [] };
  const questions = groups.flatMap((group) => group.items);
  return pageMeta(args, {
    title: content.faq_title,
    description: content.faq_text,
    path: text === "" ? paths.faq() : null,
    json_ld: [
      {
        "@type": "FAQPage",
        mainEntity: questions.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: content.faq_title, path: paths.faq() },
      ]),
    ],
  });
};

export default function FaqScreen({ loaderData: { text, said, groups } }: Route.ComponentProps) {
  const { content, common } = useMessages();
  const paths = usePaths();
  const hotline = useLayoutData()?.hotline;
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb
        label={content.breadcrumb}
        trail={[{ text: common.home, to: paths.home() }, { text: content.faq_title }]}
      />
      <header className="page-head">
        <h1>{content.faq_title}</h1>
        <p className="muted">{content.faq_text}</p>
      </header>
      <search>
        <form className="row form-width" action={paths.faq()}>
          <span className="search search-bordered grow">
            <input
              type="search"
              name="q"
              defaultValue={text}
              aria-label={content.faq_find}
              placeholder={content.faq_find}
              maxLength={80}
            />
          </span>
          <Button variant="secondary">{content.find}</Button>
        </form>
      </search>
      <div className="article-layout article-layout-start">
        {groups.length > 0 ? <GroupLinks groups={groups} /> : <div />}
        <div className="stack-loose">
          {groups.length === 0 && (
            <div className="stack" role="status">
              <p>{content.faq_none({ text: said })}</p>
              <div>
                <ButtonLink href={paths.faq()} variant="secondary">
                  {content.faq_all}
                </ButtonLink>
              </div>
            </div>
          )}
          {groups.map((group) => (
            <section key={group.slug} id={group.slug} className="article-part" aria-labelledby={`${group.slug}-title`}>
              <h2 id={`${group.slug}-title`}>{group.name}</h2>
              <Accordion
                items={group.items.map(({ id, question, answer }) => ({
                  id: `cau-${id}`,
                  summary: question,
                  body: <Prose text={answer} headingLevel={3} idPrefix={`cau-${id}`} />,
                  open: text !== "",
                }))}
              />
            </section>
          ))}
          {hotline?.tel && (
            <p className="above-16">
              {content.faq_help}{" "}
              <a className="link num nowrap" href={`tel:${hotline.tel}`}>
                {hotline.display}
              </a>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

/** Beside the questions on wide screens, above them on narrow ones. */
function GroupLinks({ groups }: { groups: readonly { slug: string; name: string }[] }) {
  const { content } = useMessages();
  return (
    <nav className="contents" aria-label={content.faq_groups}>
      <b>{content.faq_groups}</b>
      {groups.map(({ slug, name }) => (
        <a key={slug} href={`#${slug}`}>
          {name}
        </a>
      ))}
    </nav>
  );
}
