import { hashtags } from "contract/reviews/review-words.ts";
import { errorText } from "messages/error-text.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { type FormProblem, field, fieldError, readForm, sent, submit, typed } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { notFound } from "../../guards.ts";
import { MembersStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { sendPicture } from "../paths.ts";
import type { Route } from "./+types/write-review";

const STARS = [5, 4, 3, 2, 1] as const;
const PICTURE_WORDS = [
  "picture_missing",
  "picture_unreadable",
  "picture_too_large",
  "pictures_few",
  "too_many",
] as const;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  if (!/^\d{1,9}$/.test(params.id)) throw await notFound(shop, "address");
  const form = await shop.reviews.form({ id: params.id });
  const said = new URL(request.url).searchParams.get("picture");
  const problem = PICTURE_WORDS.find((each) => each === said);
  const text = problem && errorText(localeOf(context), problem, { maximum: 5 });
  return { ...form, picture: said === "added" ? ("added" as const) : (text ?? null) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { reviews } = shopOf(context);
  const locale = localeOf(context);
  const { reviews: words } = messagesOf(locale);
  const paths = pathsIn(locale);
  const product_id = Number(params.id);
  const done = ({ state }: { state: string }) => {
    const said = { published: words.sent, pending: words.sent_pending, hidden: words.sent_hidden, deleted: words.sent };
    flash(context, "success", said[state as keyof typeof said]);
    return redirect(paths.ownReviews(), 303);
  };
  const written = sent(form, "stars", "text", "hashtags", "show_name");
  switch (form.intent) {
    case "send":
      return submit(form, reviews.write, { kind: "rating" as const, product_id, ...written }, done);
    case "save":
      return submit(form, reviews.edit, { ...sent(form, "id", "pictures"), ...written }, done);
    case "ask":
      return submit(form, reviews.write, { kind: "question" as const, product_id, ...sent(form, "text") }, done);
    default: {
      const picture = /^remove:(comments\/[\w-]{22}\.webp)$/.exec(form.intent)?.[1];
      if (!picture) return redirect(paths.writeReview(product_id), 303);
      return submit(form, reviews.removePicture, { picture }, () => redirect(paths.writeReview(product_id), 303));
    }
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { reviews } = messagesAt(args.location.pathname);
  const name = args.loaderData?.product.name ?? "";
  return pageMeta(args, { title: reviews.write_title({ name }), description: reviews.description, path: null });
};

export default function WriteReviewScreen({ loaderData }: Route.ComponentProps) {
  const { reviews: words, common } = useMessages();
  const paths = usePaths();
  const problem = problemOf(useActionData());
  const { product, product_id, is_bought, is_seller, rating } = loaderData;
  const may = is_bought && !is_seller;
  const title = rating ? words.edit_title : words.write_title;
  return (
    <div className="wrap stack-loose">
      <MembersStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: common.home, to: paths.home() },
          { text: words.title, to: paths.ownReviews() },
          { text: product.name },
        ]}
      />
      <h1 className="h2">{title({ name: product.name })}</h1>
      <div className="with-summary">
        {may ? (
          <RatingForm form={loaderData} problem={problem} />
        ) : (
          <div className="stack">
            <Note tone="honey">
              <b>{is_seller ? words.seller : words.not_bought}</b>
              {!is_seller && <p>{words.not_bought_text}</p>}
            </Note>
            <div className="row row-wrap">
              <ButtonLink href={`${paths.productReviews(product_id, { loai: "hoi-dap" })}#ask`}>{words.ask}</ButtonLink>
              <ButtonLink variant="secondary" href={paths.ownReviews()}>
                {words.own_title}
              </ButtonLink>
            </div>
          </div>
        )}
        <aside className="card panel stack" aria-labelledby="rules">
          <h2 className="h4" id="rules">
            {words.rules_title}
          </h2>
          <p className="small soft">{words.rules_text}</p>
          <a className="link" href={paths.product(product)}>
            {words.back}
          </a>
        </aside>
      </div>
    </div>
  );
}

type Props = { form: Awaited<ReturnType<typeof loader>>; problem: FormProblem | undefined };

/** One form. Its button for pictures sends all of it to the server, which keeps what was typed and comes back. */
function RatingForm({ form, problem }: Props) {
  const { reviews: words } = useMessages();
  const paths = usePaths();
  const busy = useNavigation().formData?.get("intent");
  const { rating, draft, product_id, picture } = form;
  const known = draft?.text ? draft : rating;
  const stars = typed<"reviews.write">(problem, "stars", String(known?.stars ?? ""));
  const tags = chosenTags(problem, known?.hashtags ?? []);
  const kept = rating?.pictures.map((address) => address.replace("/uploads/", "")) ?? [];
  const added = draft?.pictures ?? [];
  return (
    <form method="post" className="card panel stack-loose" noValidate>
      {problem && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      {picture && (
        <Note tone={picture === "added" ? "ok" : "danger"} role={picture === "added" ? "status" : "alert"}>
          {picture === "added" ? words.picture_added : picture}
        </Note>
      )}
      {rating && <Hidden<"reviews.edit"> name="id" value={rating.id} />}
      <Hidden<"reviews.write"> name="product_id" value={product_id} />
      <input type="hidden" name="return_to" value={paths.writeReview(product_id)} />
      <ChoiceGroup legend={words.stars_label} id="stars" error={fieldError<"reviews.write">(problem, "stars")}>
        {STARS.map((star) => (
          <Radio
            key={star}
            dense
            name={"stars" satisfies FieldOf<"reviews.write">}
            value={String(star)}
            defaultChecked={stars === String(star)}
          >
            {"★".repeat(star)} {words.stars({ stars: String(star) })}
          </Radio>
        ))}
      </ChoiceGroup>
      <TextArea
        {...field<"reviews.write">(problem, "text", known?.text ?? "")}
        id="text"
        label={words.text_label}
        help={words.text_help}
        rows={6}
        required
      />
      <ChoiceGroup
        legend={words.tags_label}
        help={words.tags_help}
        id="hashtags"
        error={fieldError<"reviews.write">(problem, "hashtags")}
      >
        {hashtags.map((tag) => (
          <Checkbox
            key={tag}
            dense
            name={"hashtags[]" satisfies FieldOf<"reviews.write">}
            value={tag}
            defaultChecked={tags.includes(tag)}
          >
            {words.hashtags[tag]}
          </Checkbox>
        ))}
      </ChoiceGroup>
      <fieldset className="stack">
        <legend className="h4">{words.pictures_label}</legend>
        <p className="field-help" id="pictures-help">
          {words.pictures_help}
        </p>
        <ul className="row row-wrap">
          {[...kept, ...added].map((key, index) => (
            <li key={key} className="stack">
              <input type="hidden" name={"pictures[]" satisfies FieldOf<"reviews.edit">} value={key} />
              <img
                className="thumb"
                src={`/uploads/${key}`}
                alt={words.picture({ n: index + 1, name: "" })}
                width={72}
                height={72}
              />
              {added.includes(key) && (
                <Button variant="ghost" size="small" name="intent" value={`remove:${key}`} formNoValidate>
                  {words.remove_picture({ n: index + 1 })}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <input
          className="input file-input"
          type="file"
          name="picture"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          aria-label={words.pictures_label}
          aria-describedby="pictures-help"
        />
        <div>
          <Button
            variant="tinted"
            icon="camera"
            formAction={sendPicture}
            formEncType="multipart/form-data"
            formNoValidate
          >
            {words.add_picture}
          </Button>
        </div>
      </fieldset>
      <Checkbox name={"show_name" satisfies FieldOf<"reviews.write">} value="1" defaultChecked={known?.show_name}>
        {words.show_name}
      </Checkbox>
      <Button name="intent" value={rating ? "save" : "send"} loading={busy === "send" || busy === "save"}>
        {rating ? words.save : words.send}
      </Button>
    </form>
  );
}

/** Those of a form that came back, else those known. */
function chosenTags(problem: FormProblem | undefined, known: readonly string[]): readonly string[] {
  if (!problem) return known;
  const { hashtags: sentTags } = problem.values;
  return Array.isArray(sentTags) ? sentTags.map(String) : sentTags === undefined ? [] : [String(sentTags)];
}
