import { formatNumber } from "contract/values/locale.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { ProgrammeLinks } from "../../shared/programme-links.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Prose } from "../../ui/text/prose.tsx";
import type { TextsOf } from "./product-data.ts";

const ROWS_AT_FIRST = 9; // eight to ten fit beside the first screen
const FIGURES_SHOWN = 4;
const MAX_FIGURE_LENGTH = 10;

type Props = { product: TextsOf };

/** Description and figures: nothing in them changes, nothing needs script. */
export function ProductTexts({ product }: Props) {
  return (
    <>
      <About product={product} />
      <Facts product={product} />
    </>
  );
}

/** What it is and does. */
function About({ product }: Props) {
  const { details } = useMessages();
  const figures = product.properties.filter(
    ({ value }) => /\d/.test(value) && value !== "0" && value.length <= MAX_FIGURE_LENGTH,
  );
  return (
    <section className="stack stack-loose" aria-labelledby="description">
      <ProgrammeLinks heading={details.programmes} programmes={product.promotion_programs} />
      <h2 id="description">{details.description}</h2>
      {product.highlights.length > 0 && (
        <ul className="stack product-points" aria-label={details.highlights}>
          {product.highlights.map((text) => (
            <li key={text} className="row">
              <Icon name="check" />
              <b>{text}</b>
            </li>
          ))}
        </ul>
      )}
      {figures.length >= FIGURES_SHOWN && (
        <dl className="highlights">
          {figures.slice(0, FIGURES_SHOWN).map(({ code, label, value }) => (
            <div key={code}>
              <dt className="muted small">{label}</dt>
              <dd>
                <b className="num">{value}</b>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Prose text={product.description} headingLevel={3} />
    </section>
  );
}

/** What it measures, and how long each part is answered for. */
function Facts({ product }: Props) {
  const { details } = useMessages();
  const rows = useFactRows(product);
  const more = rows.slice(ROWS_AT_FIRST);
  return (
    <div className="stack stack-loose">
      <section className="card" aria-labelledby="specifications">
        <div className="card-head">
          <h2 className="h4" id="specifications">
            {details.specifications}
          </h2>
        </div>
        <FactTable rows={rows.slice(0, ROWS_AT_FIRST)} />
        {more.length > 0 && (
          <details className="more-facts">
            <summary className="link">{details.all_specifications({ count: rows.length })}</summary>
            <FactTable rows={more} />
          </details>
        )}
      </section>
      <Warranty product={product} />
    </div>
  );
}

type Row = { name: string; value: string };

function useFactRows({ brand, model, properties, package: box }: TextsOf): readonly Row[] {
  const { details } = useMessages();
  const cm = (mm: number) => formatNumber(mm / 10, 1);
  const { length_mm, width_mm, height_mm, weight_grams } = box;
  return [
    ...properties.map(({ label, value }) => ({ name: label, value })),
    { name: details.brand, value: brand },
    { name: details.row_model, value: model },
    {
      name: details.package_size,
      value: details.size({ length: cm(length_mm), width: cm(width_mm), height: cm(height_mm) }),
    },
    { name: details.package_weight, value: details.weight({ kg: formatNumber(weight_grams / 1000, 1) }) },
  ];
}

function FactTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="table table-facts">
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Warranty({ product: { warranty_months, warranty_parts } }: Props) {
  const { details, buying } = useMessages();
  const paths = usePaths();
  const words = (months: number) => (months > 0 ? details.months({ months }) : details.not_covered);
  const rows = [
    { name: details.whole_product, value: warranty_months > 0 ? words(warranty_months) : details.not_stated },
    ...warranty_parts.map(({ part, months }) => ({ name: part, value: words(months) })),
  ];
  return (
    <section className="card" aria-labelledby="warranty">
      <div className="card-head">
        <h2 className="h4" id="warranty">
          {details.warranty_parts}
        </h2>
        <a className="link" href={paths.information("bao-hanh")}>
          {buying.policy}
        </a>
      </div>
      <FactTable rows={rows} />
    </section>
  );
}
