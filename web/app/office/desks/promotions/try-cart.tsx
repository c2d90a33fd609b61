import type { TriedCart, TriedRule } from "contract/cart/trial.ts";
import { isWireFailure } from "contract/errors.ts";
import { ranks } from "contract/loyalty/ranks.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Form, Link, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { fromForm, inputOf, sent, typed } from "../../../forms/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/try-cart";

export const meta = titled(({ trial }) => trial.title);

const names = [
  "lines",
  "promotion",
  "rank",
  "first_order",
  "at",
  "city_code",
  "payment_method",
] as const satisfies readonly FieldOf<"cart.tryCart">[];

/** A GET form: what was tried stands in the address, and can be sent to a colleague. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const values = inputOf(new URL(request.url).searchParams);
  const { cart, fulfilment, payments } = shopOf(context);
  const cities = (await fulfilment.provinces({})).map(({ code, name }) => ({ value: code, text: name }));
  const methods = (await payments.methods({})).map(({ code, name }) => ({ value: code, text: name }));
  if (!values.lines) return { values, cities, methods, tried: null, errors: {}, message: "" };
  try {
    const tried = await fromForm(cart.tryCart)(sent({ input: values }, ...names));
    return { values, cities, methods, tried, errors: {}, message: "" };
  } catch (error) {
    if (!isWireFailure(error) || error.status >= 500) throw error;
    const { errors = {}, message } = error.body;
    return { values, cities, methods, tried: null, errors, message };
  }
}

/** Lines, a kind of customer and a time: what each promotion takes off, or the first condition that fails. */
export default function TryCart() {
  const { promotion: words, trial } = useOfficeMessages();
  const { tried, message } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.promotions()}>
          {words.back}
        </Link>
      </p>
      <PageHead title={trial.title} about={trial.about} />
      {message && (
        <Note tone="danger" role="alert">
          {message}
        </Note>
      )}
      <div className="two-columns promotion-columns">
        <TrialForm />
        {tried && <Result tried={tried} />}
      </div>
    </>
  );
}

function TrialForm() {
  const { promotion: words, rule, trial } = useOfficeMessages();
  const { values, cities, methods, errors } = useLoaderData<typeof loader>();
  const problem = { intent: "", errors, values, message: "", code: "" };
  const read = (name: (typeof names)[number], otherwise = "") => ({
    name,
    defaultValue: typed<"cart.tryCart">(problem, name) || otherwise,
    error: (errors as Readonly<Record<string, readonly string[]>>)[name]?.[0],
  });
  return (
    <Form method="get" className="card panel form-stack">
      <TextArea {...read("lines")} label={trial.lines} help={trial.lines_help} rows={6} spellCheck={false} required />
      <div className="form-pairs">
        <Select
          {...read("rank", "member")}
          label={trial.customer}
          options={[
            { value: "guest", text: trial.guest },
            ...ranks.map((value) => ({ value, text: rule.rank_names[value] })),
          ]}
        />
        <TextInput {...read("at")} label={trial.at} help={trial.at_help} type="datetime-local" />
        <Select {...read("city_code")} label={trial.city} placeholder={trial.no_city} options={cities} />
        <Select {...read("payment_method")} label={trial.method} placeholder={trial.any_method} options={methods} />
        <TextInput {...read("promotion")} label={trial.promotion} optional={words.optional} autoComplete="off" />
      </div>
      <Checkbox
        name={"first_order" satisfies FieldOf<"cart.tryCart">}
        value="true"
        defaultChecked={values.first_order === "true"}
      >
        {trial.first_order}
      </Checkbox>
      <Button type="submit">{trial.run}</Button>
    </Form>
  );
}

function Result({ tried: { at, lines, gifts, unknown, rules, totals } }: { tried: TriedCart }) {
  const { trial } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="ket-qua">
      <div className="card-head">
        <h2 id="ket-qua">{trial.result({ at: formatDateTime(at, language) })}</h2>
      </div>
      {unknown.length > 0 && <Note tone="honey">{trial.unknown({ skus: unknown.join(", ") })}</Note>}
      {lines.length === 0 && <p className="panel">{trial.none}</p>}
      <ul className="rows">
        {lines.map((line) => (
          <li key={line.sku}>
            <span>
              <b>{trial.units({ sku: line.sku, quantity: formatNumber(line.quantity) })}</b>
              <span className="tiny muted own-line">
                {[
                  line.name,
                  line.is_flash && trial.flash,
                  line.programme,
                  line.list_price > line.unit_price && trial.listed({ price: formatDong(line.list_price) }),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <span className="num">{formatNumber(line.amount)}</span>
          </li>
        ))}
        {gifts.map(({ sku, name }) => (
          <li key={`gift ${sku}`}>
            <span>
              <b>{sku}</b>
              <span className="tiny muted own-line">
                {name} · {trial.gift}
              </span>
            </span>
            <span className="num">0</span>
          </li>
        ))}
      </ul>
      <h3 className="panel">{trial.rules}</h3>
      <ul className="judged">
        {rules.map((each) => (
          <Rule key={each.code} rule={each} />
        ))}
      </ul>
      <div className="panel">
        <Facts
          rows={[
            [trial.goods, formatDong(totals.goods)],
            [trial.discount, formatDong(0 - totals.discount)],
            ...(totals.voucher > 0 ? ([[trial.voucher, formatDong(-totals.voucher)]] as const) : []),
            [trial.shipping, formatDong(totals.shipping)],
            ...(totals.shipping_discount > 0
              ? ([[trial.shipping_discount, formatDong(-totals.shipping_discount)]] as const)
              : []),
            [trial.total, <b key="total">{formatDong(totals.total)}</b>],
          ]}
        />
      </div>
    </section>
  );
}

function Rule({ rule }: { rule: TriedRule }) {
  const { promotions, trial } = useOfficeMessages();
  const { code, name, kind, amount, shares, cut, failure, is_used, is_asked } = rule;
  const about = [
    promotions.options.kind[kind],
    is_asked && trial.asked,
    failure
      ? trial.failures[failure.why]({ missing: formatNumber(failure.missing) })
      : is_used
        ? trial.used
        : kind === "voucher" && !is_asked
          ? trial.owned
          : trial.better,
    ...(failure ? [] : shares.map((each) => trial.share({ sku: each.sku, amount: formatNumber(each.amount) }))),
    cut > 0 && trial.cut({ amount: formatDong(cut) }),
  ];
  return (
    <li className={is_used ? "judged-ok" : failure ? "judged-danger" : undefined}>
      <Icon name={is_used ? "check" : failure ? "close" : "info"} />
      <span className="grow">
        <Link className="link" to={paths.promotion(code)}>
          {name}
        </Link>
        <span className="tiny muted own-line">{about.filter(Boolean).join(" · ")}</span>
      </span>
      <b className="num">{amount > 0 ? formatNumber(-amount) : "0"}</b>
    </li>
  );
}
