import { rules as balance_rules } from "virtual:field-rules/loyalty.giftCardBalance";
import { rules } from "virtual:field-rules/orders.placeCards";
import type { GiftCard } from "contract/loyalty/gift-cards.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { redirect, useActionData, useNavigation } from "react-router";
import { callerContext, localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import {
  EMPTY,
  field,
  fieldError,
  fieldsToMend,
  newSubmissionKey,
  readForm,
  sent,
  submit,
  typed,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { keepOrderProof } from "../../session/order-proof.ts";
import { MethodCards } from "../../shared/method-cards.tsx";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup, RadioCard } from "../../ui/fields/choices.tsx";
import { ErrorSummary } from "../../ui/fields/field.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Prose } from "../../ui/text/prose.tsx";
import type { Route } from "./+types/gift-card";

/** The gift card: buying some, and what is on one. Codes go by e-mail, so nothing is delivered. rules/loyalty#gift-cards */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [product, methods, caller] = await Promise.all([
    shop.loyalty.cardProduct({}),
    shop.payments.methods({ without_delivery: true }),
    context.get(callerContext)(),
  ]);
  const known = caller === null || caller.kind === "visitor" ? null : await shop.identity.profile({});
  return {
    product,
    methods: methods.filter(({ unavailable }) => unavailable?.reason !== "no_delivery"),
    known: known && { full_name: known.full_name, phone: formatPhone(known.phone ?? ""), email: known.email },
    submission_key: newSubmissionKey(),
  };
}

type Answer = { balance?: GiftCard };

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const shop = shopOf(context);
  if (form.intent === "balance")
    return submit(form, shop.loyalty.giftCardBalance, sent(form, "code"), (balance): Answer => ({ balance }));
  const paths = pathsIn(localeOf(context));
  const input = {
    ...sent(form, "quantity", "full_name", "phone"),
    ...sent(
      { input: { sku: EMPTY, email: EMPTY, payment_method: EMPTY, ...form.input } },
      "sku",
      "email",
      "payment_method",
    ),
  };
  const answer = await submit(form, shop.orders.placeCards, input, async ({ order_code, uid_payment }) => {
    const { phone } = form.input;
    await keepOrderProof(context, { order_code, phone: typeof phone === "string" ? phone : "" });
    return redirect(paths.paymentStatus({ uid_payment }), 303);
  });
  if (!(answer instanceof Response) && answer.data.code === "phone_unconfirmed")
    return redirect(paths.checkoutCode({ change: 1 }), 303);
  return answer;
}

export const meta: Route.MetaFunction = (args) => {
  const { gifting } = messagesAt(args.location.pathname);
  const description = args.loaderData?.product.short_description ?? "";
  return pageMeta(args, { title: gifting.title, description, path: pathsIn("vi").link("/the-qua-tang") });
};

export default function GiftCardScreen({ loaderData }: Route.ComponentProps) {
  const { product } = loaderData;
  const locale = useLocale();
  return (
    <div className="wrap">
      <ReadingStyles />
      <div className="section-head section">
        <h1 {...foreign(product.lang, locale)}>{product.name}</h1>
      </div>
      <div className="halves">
        <Buy {...loaderData} />
        <div className="stack-loose stack-top">
          <Balance />
          <section className="card panel" {...foreign(product.lang, locale)}>
            <Prose text={product.description} headingLevel={2} />
          </section>
        </div>
      </div>
    </div>
  );
}

function Buy({ product, methods, known, submission_key }: Route.ComponentProps["loaderData"]) {
  const { gifting: words, cart } = useMessages();
  const problem = problemOf(useActionData(), "buy");
  const busy = useNavigation().formData?.get("intent") === "buy";
  const standard = product.values.find((each) => each.is_default) ?? product.values[0];
  const chosen = typed<"orders.placeCards">(problem, "sku", standard?.sku ?? "");
  const labels = {
    ...{ sku: words.value, quantity: words.quantity, full_name: cart.full_name, phone: cart.phone },
    ...{ email: words.email, payment_method: cart.payment },
  };
  return (
    <CheckedForm rules={rules} problem={problem} className="stack-loose" id="buy">
      <input type="hidden" name="intent" value="buy" />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      {problem && Object.keys(problem.errors).length === 0 && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <ErrorSummary title={cart.problem_title} errors={fieldsToMend(labels, problem)} />
      <section className="card panel stack">
        <ChoiceGroup
          id="sku"
          legend={<span className="h4">{words.value}</span>}
          error={fieldError<"orders.placeCards">(problem, "sku")}
          className="radio-cards"
        >
          {product.values.map(({ sku, value }) => (
            <RadioCard
              key={sku}
              name={"sku" satisfies FieldOf<"orders.placeCards">}
              value={sku}
              defaultChecked={sku === chosen}
              title={formatDong(value)}
            />
          ))}
        </ChoiceGroup>
        <TextInput
          {...field<"orders.placeCards">(problem, "quantity", "1")}
          label={words.quantity}
          help={words.quantity_help}
          inputMode="numeric"
          maxLength={2}
          required
        />
      </section>
      <section className="card panel stack" aria-labelledby="buyer">
        <h2 className="h4" id="buyer">
          {words.buyer}
        </h2>
        <div className="fields">
          <TextInput
            {...field<"orders.placeCards">(problem, "full_name", known?.full_name)}
            label={cart.full_name}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={60}
            required
          />
          <TextInput
            {...field<"orders.placeCards">(problem, "phone", known?.phone)}
            type="tel"
            inputMode="tel"
            label={cart.phone}
            autoComplete="tel"
            maxLength={30}
            required
          />
          <TextInput
            {...field<"orders.placeCards">(problem, "email", known?.email)}
            type="email"
            inputMode="email"
            label={words.email}
            help={words.email_help}
            autoComplete="email"
            maxLength={254}
            required
          />
        </div>
      </section>
      <section className="card panel">
        <MethodCards
          methods={methods}
          name={"payment_method" satisfies FieldOf<"orders.placeCards">}
          chosen={typed<"orders.placeCards">(problem, "payment_method")}
          legend={<span className="h4">{cart.payment}</span>}
          error={fieldError<"orders.placeCards">(problem, "payment_method")}
        />
      </section>
      <p className="muted small">{words.terms}</p>
      <Button size="large" loading={busy} loadingText={words.buying}>
        {words.buy}
      </Button>
    </CheckedForm>
  );
}

/** What is on a card, for who has its code. */
function Balance() {
  const { gifting: words } = useMessages();
  const locale = useLocale();
  const answer = useActionData() as Answer | undefined;
  const problem = problemOf(answer, "balance");
  const card = answer?.balance;
  return (
    <section className="card panel stack" aria-labelledby="balance">
      <h2 className="h4" id="balance">
        {words.balance}
      </h2>
      <CheckedForm rules={balance_rules} problem={problem} className="stack">
        <input type="hidden" name="intent" value="balance" />
        <TextInput
          {...field<"loyalty.giftCardBalance">(problem, "code")}
          label={words.code}
          help={words.code_help}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
        />
        <div>
          <Button variant="secondary">{words.see_balance}</Button>
        </div>
      </CheckedForm>
      {card && (
        <Note tone={card.state === "open" ? "ok" : "honey"} role="status">
          <b className="num">{words.card({ card: card.code_end })}</b>
          <p className="num">
            {card.state === "open"
              ? words.left({ amount: formatDong(card.balance), day: formatDate(new Date(card.ends_at), locale) })
              : words.states[card.state]}
          </p>
        </Note>
      )}
    </section>
  );
}
