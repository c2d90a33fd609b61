import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import { useLocation } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { categoryOf, type ShownProduct, variantFor } from "../product/product-data.ts";
import { FIND_PLACE } from "./compare-find.tsx";
import { type CompareRow, compareGroups } from "./compare-rows.ts";

type Props = { products: readonly ShownProduct[] };

/** One column a product. Rows that differ are tinted and say so; the switch above hides the others by style alone. */
export function CompareTable({ products }: Props) {
  const { catalogue, comparison, details } = useMessages();
  const groups = compareGroups(products, { catalogue, comparison, details });
  const several = products.length > 1;
  const title = comparison.compare_count({ count: products.length });
  return (
    <>
      {several && groups.every((group) => !group.differs) && <Note tone="ok">{comparison.no_differences}</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="table-scroll" aria-label={title} tabIndex={0}>
        <table className={`table compare compare-${products.length}`}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{comparison.criterion}</VisuallyHidden>
              </th>
              {products.map((product) => (
                <th key={product.slug} scope="col" className="compare-head">
                  <Head product={product} slugs={products.map(({ slug }) => slug)} />
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ name, rows, differs }) => (
            <tbody key={name} className={several && !differs ? "compare-same" : undefined}>
              <tr>
                <th scope="rowgroup" colSpan={products.length + 1}>
                  {name}
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.name} row={row} products={products} marked={several} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </>
  );
}

function Row({ row, products, marked }: Props & { row: CompareRow; marked: boolean }) {
  const { comparison } = useMessages();
  const { name, values, differs } = row;
  return (
    <tr className={classes(marked && (differs ? "compare-differs" : "compare-same")) || undefined}>
      <th scope="row">
        {name}
        {marked && differs && (
          <>
            <span aria-hidden="true"> ≠</span>
            <VisuallyHidden> ({comparison.differs})</VisuallyHidden>
          </>
        )}
      </th>
      {values.map((value, place) => (
        <td key={products[place]?.slug} className="num">
          {value ?? (
            <>
              <span aria-hidden="true">–</span>
              <VisuallyHidden>{comparison.unknown}</VisuallyHidden>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function Head({ product, slugs }: { product: ShownProduct; slugs: readonly string[] }) {
  const { catalogue, comparison } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { slug, name, lang, available } = product;
  const variant = variantFor(product.variants, new URLSearchParams());
  const picture = variant?.gallery[0];
  const address = paths.product({ category_slug: categoryOf(product), slug });
  const others = slugs.filter((each) => each !== slug);
  return (
    <>
      <div className="compare-image">
        {picture && (
          <Picture
            src={imageUrl(picture.id, 320)}
            srcSet={srcset(picture.id, [160, 240, 320, 480])}
            sizes="(min-width: 64rem) 240px, 40vw"
            alt=""
            width={320}
            height={240}
          />
        )}
        <a
          className="icon-button icon-button-round"
          href={others.length > 0 ? paths.compare(others) : `${paths.compare()}#${FIND_PLACE}`}
          aria-label={comparison.compare_remove({ name })}
        >
          <Icon name="close" />
        </a>
      </div>
      <a className="line-name" href={address} {...foreign(lang, locale)}>
        <Unbroken text={name} />
      </a>
      <Price
        price={formatDong(product.price)}
        oldPrice={product.list_price === null ? undefined : formatDong(product.list_price)}
        labels={{ price: catalogue.price, oldPrice: catalogue.old_price }}
      />
      {available && product.variants.length === 1 && variant ? (
        <AddForm name={name} product_id={variant.product_id} minimum={variant.flash_sale?.minimum ?? 1} />
      ) : (
        <ButtonLink size="small" variant="secondary" full href={address}>
          {available ? comparison.choose_colour : catalogue.sold_out}
        </ButtonLink>
      )}
    </>
  );
}

function AddForm({ name, product_id, minimum }: { name: string; product_id: number; minimum: number }) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={paths.cart()} data-add="">
      <input type="hidden" name="return_to" value={pathname + search} />
      <input type="hidden" name={"product_id" satisfies FieldOf<"cart.addItem">} value={product_id} />
      <input type="hidden" name={"quantity" satisfies FieldOf<"cart.addItem">} value={minimum} />
      <Button size="small" full name="intent" value="add" aria-label={catalogue.add_named({ name })}>
        {catalogue.add}
      </Button>
    </form>
  );
}
