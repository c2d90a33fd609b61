import { ranks } from "contract/loyalty/ranks.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import type { PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { actionsOf, askedAccounts, givenOccasions } from "contract/promotions/promotions-desk.ts";
import type { ReactNode } from "react";
import { field, typed } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Select, TextInput } from "../../../ui/fields/inputs.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { FigureField, FlagField, LongField, type Part, SomeField, TextField } from "./builder-fields.tsx";

export type CategoryChoice = { slug: string; name: string; children: readonly { slug: string; name: string }[] };
type Props = {
  record: PromotionRecord;
  categories: readonly CategoryChoice[];
  methods: readonly { value: string; text: string }[];
};

/** A draft in sections; it is saved as it is, and read back beside it. */
export function Builder({ record: { form, version }, categories, methods }: Props) {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem("save");
  const part = { form, problem };
  const isFlash = form.kind === "flash_sale";
  return (
    <OfficeForm intent="save" problem={problem} className="pile" labels={labelsOf(words)} main>
      <Hidden<"promotions.save"> name="version" value={version} />
      <Names {...part} />
      {!isFlash && <Who {...part} />}
      {!isFlash && <What {...part} categories={categories} methods={methods} />}
      {isFlash ? <FlashLots {...part} /> : <Gain {...part} />}
      <When {...part} />
      {!isFlash && <Together {...part} />}
      <div className="promotion-save">
        <SubmitButton intent="save">{words.save}</SubmitButton>
      </div>
    </OfficeForm>
  );
}

type Words = ReturnType<typeof useOfficeMessages>["promotion"];

const labelsOf = (words: Words) => ({
  ...{ "title.vi": words.title_vi, public_code: words.public_code, slug: words.slug, products: words.products },
  ...{ price_from: words.price_from, price_to: words.price_to, min_order: words.min_order, percent: words.percent },
  ...{ min_quantity: words.min_quantity, hour_from: words.hour_from, hour_to: words.hour_to, cap: words.cap },
  ...{ amount: words.amount, price: words.price, tiers: words.tiers, buy: words.buy, free: words.free },
  ...{ variants: words.bundle, lots: words.lots_label, starts: words.starts, ends: words.ends },
  ...{ max_uses: words.max_uses, per_customer: words.per_customer, budget: words.budget, priority: words.priority },
  ...{ minimum: words.minimum, maximum: words.maximum, given_days: words.given_days },
});

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="panel form-stack">{children}</div>
    </section>
  );
}

function Names({ form, problem }: Part) {
  const { promotion: words } = useOfficeMessages();
  const part = { form, problem };
  const isProgramme = form.kind === "programme";
  return (
    <Section id="ten" title={words.names}>
      <TextInput
        {...field<"promotions.save">(problem, "title.vi", form.title.vi)}
        label={words.title_vi}
        maxLength={120}
        required
      />
      <div className="form-pairs">
        <TextInput
          {...field<"promotions.save">(problem, "title.en", form.title.en)}
          label={words.title_en}
          optional={words.optional}
          maxLength={120}
        />
        <TextInput
          {...field<"promotions.save">(problem, "title.ja", form.title.ja)}
          label={words.title_ja}
          optional={words.optional}
          maxLength={120}
        />
      </div>
      {isProgramme && <TextField {...part} of="slug" label={words.slug} help={words.slug_help} maxLength={60} />}
      {!isProgramme && form.kind !== "flash_sale" && (
        <>
          <TextField
            {...part}
            of="public_code"
            label={words.public_code}
            help={words.public_code_help}
            maxLength={40}
          />
          <FlagField {...part} of="is_listed">
            {words.is_listed}
          </FlagField>
        </>
      )}
    </Section>
  );
}

function Who({ form, problem }: Part) {
  const { promotion: words, rule } = useOfficeMessages();
  const part = { form, problem };
  return (
    <Section id="ai" title={words.who}>
      <FlagField {...part} of="first_order">
        {words.first_order}
      </FlagField>
      <SomeField
        {...part}
        of="ranks"
        legend={words.ranks}
        options={ranks.map((value) => ({ value, text: rule.rank_names[value] }))}
      />
      <SomeField
        {...part}
        of="accounts"
        legend={words.accounts}
        options={askedAccounts.map((value) => ({ value, text: rule.account_names[value] ?? value }))}
      />
    </Section>
  );
}

function What({ form, problem, categories, methods }: Part & Pick<Props, "categories" | "methods">) {
  const { promotion: words, rule } = useOfficeMessages();
  const part = { form, problem };
  const options = categories.flatMap(({ slug, name, children }) => [
    { value: slug, text: name },
    ...children.map((each) => ({ value: each.slug, text: each.name, below: true })),
  ]);
  const classes = ["parcel", "bulky", "install"] as const;
  return (
    <Section id="hang" title={words.what}>
      <details className="promotion-more" open={form.categories.length > 0 || problem !== undefined || undefined}>
        <summary>
          {words.categories}
          <Icon name="chevron-down" />
        </summary>
        <SomeField {...part} of="categories" legend={words.categories} help={words.categories_help} options={options} />
      </details>
      <LongField {...part} of="products" label={words.products} help={words.products_help} rows={3} />
      <SomeField
        {...part}
        of="shipping"
        legend={words.shipping}
        options={classes.map((value) => ({ value, text: rule.classes[value] }))}
      />
      <div className="form-pairs">
        <FigureField {...part} of="price_from" label={words.price_from} />
        <FigureField {...part} of="price_to" label={words.price_to} />
        <FigureField {...part} of="min_order" label={words.min_order} />
        <FigureField {...part} of="min_quantity" label={words.min_quantity} />
        <FigureField {...part} of="hour_from" label={words.hour_from} />
        <FigureField {...part} of="hour_to" label={words.hour_to} />
      </div>
      <FlagField {...part} of="with_flash">
        {words.with_flash}
      </FlagField>
      <SomeField {...part} of="methods" legend={words.methods} options={methods} />
    </Section>
  );
}

/** The fields of the action that is saved; another one shows its own once the draft is saved. */
function Gain({ form, problem }: Part) {
  const { promotion: words } = useOfficeMessages();
  const part = { form, problem };
  const { action, kind } = form;
  const own = actionsOf[kind];
  return (
    <Section id="duoc" title={words.gain}>
      <Select
        {...field<"promotions.save">(problem, "action", action)}
        label={words.action}
        help={own.length > 1 ? words.action_change : undefined}
        options={own.map((value) => ({ value, text: words.actions[value] }))}
      />
      <div className="form-pairs">
        {action === "percent" && <FigureField {...part} of="percent" label={words.percent} />}
        {action === "percent" && kind !== "programme" && <FigureField {...part} of="cap" label={words.cap} />}
        {action === "amount" && <FigureField {...part} of="amount" label={words.amount} />}
        {(action === "fixed_price" || action === "bundle") && <FigureField {...part} of="price" label={words.price} />}
        {action === "buy_get" && <FigureField {...part} of="buy" label={words.buy} />}
        {action === "buy_get" && <FigureField {...part} of="free" label={words.free} />}
      </div>
      {action === "tiers" && <LongField {...part} of="tiers" label={words.tiers} help={words.tiers_help} rows={4} />}
      {(action === "bundle" || action === "gift") && (
        <LongField {...part} of="variants" label={action === "gift" ? words.gift : words.bundle} rows={3} />
      )}
    </Section>
  );
}

function FlashLots({ form, problem }: Part) {
  const { promotion: words } = useOfficeMessages();
  return (
    <Section id="duoc" title={words.lots}>
      <input type="hidden" name={field<"promotions.save">(problem, "action").name} value={form.action} />
      <LongField {...{ form, problem }} of="lots" label={words.lots_label} help={words.lots_help} rows={10} />
    </Section>
  );
}

function When({ form, problem }: Part) {
  const { promotion: words } = useOfficeMessages();
  const part = { form, problem };
  const isFlash = form.kind === "flash_sale";
  const isProgramme = form.kind === "programme";
  return (
    <Section id="khi" title={words.when}>
      <div className="form-pairs">
        <TextField {...part} of="starts" label={words.starts} type="datetime-local" />
        <TextField {...part} of="ends" label={words.ends} help={words.ends_help} type="datetime-local" />
        {!isFlash && <FigureField {...part} of="max_uses" label={words.max_uses} />}
        {!isFlash && <FigureField {...part} of="per_customer" label={words.per_customer} />}
        {!isFlash && !isProgramme && <FigureField {...part} of="budget" label={words.budget} />}
        {isProgramme && <FigureField {...part} of="minimum" label={words.minimum} />}
        {isProgramme && <FigureField {...part} of="maximum" label={words.maximum} />}
      </div>
    </Section>
  );
}

function Together({ form, problem }: Part) {
  const { promotions, promotion: words, rule } = useOfficeMessages();
  const part = { form, problem };
  if (form.kind === "programme")
    return (
      <Section id="chung" title={words.together}>
        <SomeField
          {...part}
          of="combines_with"
          legend={words.combines_with}
          options={codeSlots.map((value) => ({ value, text: promotions.options.kind[value] }))}
        />
        <FigureField {...part} of="priority" label={words.priority} />
      </Section>
    );
  return (
    <Section id="chung" title={words.together}>
      <FlagField {...part} of="combines">
        {words.combines}
      </FlagField>
      {form.kind === "voucher" && (
        <fieldset className="form-stack">
          <legend className="legend">{words.given}</legend>
          <Select
            name={field<"promotions.save">(problem, "given_for").name}
            defaultValue={typed<"promotions.save">(problem, "given_for", form.given_for)}
            label={words.given_for}
            placeholder={words.given_by_hand}
            options={givenOccasions.map((value) => ({ value, text: words.occasions[value] }))}
          />
          <Select
            name={field<"promotions.save">(problem, "given_rank").name}
            defaultValue={typed<"promotions.save">(problem, "given_rank", form.given_rank)}
            label={words.given_rank}
            placeholder={words.any_rank}
            options={ranks.map((value) => ({ value, text: rule.rank_names[value] }))}
          />
          <FigureField {...part} of="given_days" label={words.given_days} />
        </fieldset>
      )}
    </Section>
  );
}
