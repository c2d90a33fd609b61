import type { OwnComment as OwnCommentSchema } from "contract/reviews/reviews.ts";
import { formatDate } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import type { z } from "zod";
import { localeOf, shopOf } from "../../context.ts";
import { type FormProblem, field, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { assertPageExists } from "../../guards.ts";
import { MembersStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { shownCards } from "../../shared/products/shown-card.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { CommentItem } from "../parts/comment-item.tsx";
import type { Route } from "./+types/own-reviews";

type OwnComment = z.infer<typeof OwnCommentSchema>;

const PER_PAGE = 24; // rules/wire

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = pageIn(new URL(request.url).searchParams);
  const { data, meta, to_rate } = await shop.reviews.own({ page, limit: PER_PAGE });
  await assertPageExists(shop, page, meta);
  const ids = to_rate.slice(0, PER_PAGE).map(({ product_id }) => product_id);
  const cards = ids.length > 0 ? await shop.catalogue.cards({ ids: ids.join(",") }) : [];
  const delivered = new Map(to_rate.map((each) => [each.product_id, each.delivered_at]));
  const waiting = shownCards(cards).map((card) => ({
    ...{ product_id: card.product_id, name: card.name },
    delivered_at: delivered.get(card.product_id) ?? "",
  }));
  return { data, meta, waiting };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { reviews } = shopOf(context);
  const locale = localeOf(context);
  const { reviews: words } = messagesOf(locale);
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).ownReviews(), 303);
  };
  switch (form.intent) {
    case "remove":
      return submit(form, reviews.remove, sent(form, "id"), done(words.removed));
    case "object":
      return submit(form, reviews.object, sent(form, "id", "text"), done(words.objection.waiting));
    default:
      return redirect(pathsIn(locale).ownReviews(), 303);
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { reviews } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: reviews.title, description: reviews.description, path: null });
};

export default function OwnReviewsScreen({ loaderData: { data, meta, waiting } }: Route.ComponentProps) {
  const { reviews: words, account, common } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  return (
    <div className="wrap stack-loose">
      <MembersStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: common.home, to: paths.home() },
          { text: account.title, to: paths.account() },
          { text: words.title },
        ]}
      />
      <h1 className="h2">{words.title}</h1>
      <section className="stack" aria-labelledby="waiting">
        <h2 className="h3" id="waiting">
          {words.to_rate}
        </h2>
        {waiting.length > 0 ? (
          <ul className="card">
            {waiting.map(({ product_id, name, delivered_at }) => (
              <li key={product_id} className="panel topped row row-wrap between">
                <div className="grow">
                  <b>{name}</b>
                  <p className="small muted num">
                    {words.delivered({ day: formatDate(new Date(delivered_at), locale) })}
                  </p>
                </div>
                <ButtonLink size="small" href={paths.writeReview(product_id)} aria-label={words.write_title({ name })}>
                  {words.rate}
                </ButtonLink>
              </li>
            ))}
          </ul>
        ) : (
          <Note>
            <b>{words.nothing_to_rate}</b>
            <p>{words.nothing_to_rate_text}</p>
          </Note>
        )}
      </section>
      <section className="stack" aria-labelledby="written">
        <h2 className="h3" id="written">
          {words.own_title}
        </h2>
        {data.length > 0 ? (
          <ul className="card">
            {data.map((comment) => (
              <CommentItem key={comment.id} comment={comment}>
                <Own comment={comment} problem={problem} />
              </CommentItem>
            ))}
          </ul>
        ) : (
          <EmptyState
            image={emptyPicture("orders")}
            heading={words.nothing_written}
            text={words.nothing_written_text}
            action={<ButtonLink href={paths.products()}>{words.shop_link}</ButtonLink>}
          />
        )}
        <Pagination
          label={words.pages}
          page={meta.current_page}
          lastPage={meta.last_page}
          toPage={(page) => paths.ownReviews({ page: page === 1 ? null : page })}
          previous={words.previous}
          next={words.next_page}
          pageLabel={(page) => words.page({ page: String(page) })}
        />
      </section>
    </div>
  );
}

/** Its state, and what its author may do with it. */
function Own({ comment, problem }: { comment: OwnComment; problem: FormProblem | undefined }) {
  const { reviews: words } = useMessages();
  const paths = usePaths();
  const busy = useNavigation().formData?.get("intent");
  const { id, kind, state, hide_reason, hide_note, objection, product, product_id } = comment;
  const ours = problem && Number(problem.values.id) === id ? problem : undefined;
  return (
    <div className="stack">
      <p className="small">
        <a
          className="link"
          href={`${paths.productReviews(product_id, kind === "rating" ? {} : { loai: "hoi-dap" })}#c${id}`}
        >
          {product.name}
        </a>{" "}
        <Badge tone={state === "published" ? "ok" : state === "hidden" ? "danger" : "honey"}>
          {words.states[state]}
        </Badge>
      </p>
      {hide_reason && (
        <Note tone="danger">
          <b>{words.hidden_because({ reason: words.reasons[hide_reason] })}</b>
          {hide_note && <p>{hide_note}</p>}
          {objection && <p>{words.objection[objection]}</p>}
        </Note>
      )}
      {ours && (
        <Note tone="danger" role="alert">
          {ours.message}
        </Note>
      )}
      <div className="row row-wrap row-top">
        {kind === "rating" && (
          <ButtonLink size="small" variant="secondary" href={paths.writeReview(product_id)}>
            {words.edit}
          </ButtonLink>
        )}
        <details>
          <summary className="link small">{words.remove}</summary>
          <Form method="post" className="stack">
            <Hidden<"reviews.remove"> name="id" value={id} />
            <p className="small">{words.remove_sure}</p>
            <Button size="small" variant="danger" name="intent" value="remove" loading={busy === "remove"}>
              {words.remove}
            </Button>
          </Form>
        </details>
        {state === "hidden" && objection === null && (
          <details open={ours !== undefined || undefined}>
            <summary className="link small">{words.object}</summary>
            <Form method="post" className="stack form-width" noValidate>
              <Hidden<"reviews.object"> name="id" value={id} />
              <TextArea
                {...field<"reviews.object">(ours, "text")}
                id={`object-${id}`}
                label={words.object_label}
                rows={3}
                required
              />
              <Button size="small" name="intent" value="object" loading={busy === "object"}>
                {words.object_send}
              </Button>
            </Form>
          </details>
        )}
      </div>
    </div>
  );
}
