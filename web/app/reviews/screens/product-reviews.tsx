import { commentSorts, hashtags } from "contract/reviews/review-words.ts";
import { formatNumber } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { field, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { assertPageExists, notFound } from "../../guards.ts";
import { MembersStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ChipLink, Chips } from "../../ui/chip.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { TabLinks } from "../../ui/navigation/tabs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Rating } from "../../ui/text/rating.tsx";
import { flash } from "../../visitor.ts";
import { CommentActs } from "../parts/comment-acts.tsx";
import { CommentItem } from "../parts/comment-item.tsx";
import { Histogram } from "../parts/histogram.tsx";
import type { Route } from "./+types/product-reviews";

const QUESTIONS = "hoi-dap";
const PER_PAGE = 10;

type Chosen = { loai?: string; sao?: number; tag?: string; anh?: number; sort?: string; page?: number };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  if (!/^\d{1,9}$/.test(params.id)) throw await notFound(shop, "address");
  const id = Number(params.id);
  const query = new URL(request.url).searchParams;
  const page = pageIn(query);
  const isQuestions = query.get("loai") === QUESTIONS;
  const stars = /^[1-5]$/.test(query.get("sao") ?? "") ? Number(query.get("sao")) : undefined;
  const hashtag = hashtags.find((each) => each === query.get("tag"));
  const sort = commentSorts.find((each) => each === query.get("sort"));
  const pictures = query.get("anh") === "1";
  const filters = isQuestions ? {} : { ...(stars && { stars }), ...(hashtag && { hashtag }), pictures };
  const [product, list, tags] = await Promise.all([
    shop.catalogue.product({ id }),
    shop.reviews.productComments({
      ...{ id, kind: isQuestions ? "question" : "rating", page, limit: PER_PAGE, ...filters },
      ...(sort && { sort }),
    }),
    shop.reviews.hashtags({ product_id: id }),
  ]);
  await assertPageExists(shop, page, list.meta);
  const { name, slug, categories, star_rating } = product;
  const chosen: Chosen = {
    ...(isQuestions && { loai: QUESTIONS }),
    ...(stars && !isQuestions && { sao: stars }),
    ...(hashtag && !isQuestions && { tag: hashtag }),
    ...(pictures && !isQuestions && { anh: 1 }),
    ...(sort && { sort }),
  };
  return { id, name, slug, category_slug: categories.at(-1)?.slug ?? "", star_rating, list, tags, chosen, isQuestions };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { reviews } = shopOf(context);
  const locale = localeOf(context);
  const { reviews: words } = messagesOf(locale);
  const url = new URL(request.url);
  const back = () => redirect(url.pathname + url.search, 303);
  const saying = (text: string) => {
    flash(context, "success", text);
    return back();
  };
  switch (form.intent) {
    case "like":
      return submit(form, reviews.like, sent(form, "id", "liked"), back);
    case "reply":
      return submit(form, reviews.reply, sent(form, "id", "text"), ({ state }) =>
        saying(state === "published" ? words.sent : words.sent_pending),
      );
    case "report":
      return submit(form, reviews.report, sent(form, "id", "reason"), () => saying(words.reported));
    case "ask": {
      const asked = { kind: "question" as const, product_id: Number(params.id), ...sent(form, "text") };
      return submit(form, reviews.write, asked, ({ state }) =>
        saying(state === "published" ? words.sent : state === "pending" ? words.sent_pending : words.sent_hidden),
      );
    }
    default:
      return back();
  }
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { reviews } = messagesAt(args.location.pathname);
  const { name, id, list } = args.loaderData;
  const page = list.meta.current_page;
  return pageMeta(args, {
    title: reviews.of({ name }),
    description: reviews.public_description({ name }),
    path: pathsIn("vi").productReviews(id, page > 1 ? { page } : undefined),
  });
};

export default function ProductReviewsScreen({ loaderData }: Route.ComponentProps) {
  const { reviews: words, common } = useMessages();
  const paths = usePaths();
  const problem = problemOf(useActionData());
  const { id, name, slug, category_slug, star_rating, list, tags, chosen, isQuestions } = loaderData;
  const { summary, questions, with_pictures, current_page, last_page } = list.meta;
  const at = (change: Chosen) => paths.productReviews(id, { ...chosen, page: null, ...change });
  const figure = star_rating && formatNumber(star_rating.average_x10 / 10, 1);
  const isFiltered = Boolean(chosen.sao || chosen.tag || chosen.anh);
  return (
    <div className="wrap stack-loose">
      <MembersStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: common.home, to: paths.home() },
          { text: name, to: paths.product({ category_slug, slug }) },
          { text: words.ratings },
        ]}
      />
      <header className="stack">
        <h1 className="h2">{words.of({ name })}</h1>
        {star_rating && figure && (
          <Rating
            value={star_rating.average_x10 / 10}
            figure={figure}
            label={words.average({ figure })}
            count={words.count({ count: formatNumber(star_rating.count) })}
          />
        )}
      </header>
      <TabLinks
        label={words.title}
        tabs={[
          {
            to: paths.productReviews(id),
            text: words.ratings,
            count: formatNumber(summary.count),
            current: !isQuestions,
          },
          {
            to: paths.productReviews(id, { loai: QUESTIONS }),
            text: words.questions,
            count: formatNumber(questions),
            current: isQuestions,
          },
        ]}
      />
      <div className="with-summary">
        <div className="stack">
          {!isQuestions && (
            <div className="card panel stack">
              {summary.count > 0 && (
                <Histogram stars={summary.stars} count={summary.count} to={(sao) => at({ sao })} current={chosen.sao} />
              )}
              <ButtonLink href={paths.writeReview(id)}>{words.write}</ButtonLink>
            </div>
          )}
          {!isQuestions && summary.count > 0 && (
            <nav aria-label={words.filters} className="stack">
              <Chips wrap>
                <ChipLink to={paths.productReviews(id)} current={!isFiltered}>
                  {words.all}
                </ChipLink>
                {with_pictures > 0 && (
                  <ChipLink to={at({ anh: 1 })} current={chosen.anh === 1}>
                    {words.with_pictures({ count: formatNumber(with_pictures) })}
                  </ChipLink>
                )}
                {tags.map(({ code, label, count }) => (
                  <ChipLink key={code} to={at({ tag: code })} current={chosen.tag === code}>
                    {label} ({formatNumber(count)})
                  </ChipLink>
                ))}
              </Chips>
            </nav>
          )}
          {list.data.length > 0 ? (
            <>
              <nav aria-label={words.sort}>
                <Chips wrap>
                  {commentSorts
                    .filter((sort) => !isQuestions || sort !== "stars")
                    .map((sort) => (
                      <ChipLink key={sort} to={at({ sort })} current={(chosen.sort ?? "helpful") === sort}>
                        {words.sorts[sort]}
                      </ChipLink>
                    ))}
                </Chips>
              </nav>
              <ul className="card" aria-live="polite">
                {list.data.map((comment) => (
                  <CommentItem key={comment.id} comment={comment}>
                    <CommentActs comment={comment} problem={problem} />
                  </CommentItem>
                ))}
              </ul>
            </>
          ) : (
            <Nothing isQuestions={isQuestions} isFiltered={isFiltered} id={id} />
          )}
          <Pagination
            label={words.pages}
            page={current_page}
            lastPage={last_page}
            toPage={(page) => at({ page })}
            previous={words.previous}
            next={words.next_page}
            pageLabel={(page) => words.page({ page: String(page) })}
          />
        </div>
        <aside className="stack">
          <AskForm problem={problemOf(problem, "ask")} />
          <section className="card panel stack" aria-labelledby="rules">
            <h2 className="h4" id="rules">
              {words.rules_title}
            </h2>
            <p className="small soft">{words.rules_text}</p>
          </section>
          <a className="link" href={paths.product({ category_slug, slug })}>
            {words.back}
          </a>
        </aside>
      </div>
    </div>
  );
}

function Nothing({ isQuestions, isFiltered, id }: { isQuestions: boolean; isFiltered: boolean; id: number }) {
  const { reviews: words } = useMessages();
  const paths = usePaths();
  if (isFiltered)
    return (
      <Note>
        {words.no_match}.{" "}
        <a className="link" href={paths.productReviews(id)}>
          {words.clear}
        </a>
      </Note>
    );
  return (
    <Note>
      <b>{isQuestions ? words.no_questions : words.none}</b>
      <p>{isQuestions ? words.no_questions_text : words.none_text}</p>
    </Note>
  );
}

/** A question before buying; a visitor who sends it is led to sign in and back. */
function AskForm({ problem }: { problem: ReturnType<typeof problemOf> }) {
  const { reviews: words } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "ask";
  return (
    <Form method="post" action="#ask" id="ask" className="card panel stack" noValidate>
      <Hidden<"reviews.write"> name="kind" value="question" />
      <TextArea
        {...field<"reviews.write">(problem, "text")}
        id="question"
        label={words.ask_title}
        help={words.question_help}
        rows={3}
        required
      />
      <Button variant="secondary" name="intent" value="ask" loading={busy}>
        {words.send_question}
      </Button>
    </Form>
  );
}
