import type { Gift } from "contract/loyalty/desk-loyalty.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/gifts";

export const meta = titled(({ customerPoints }) => customerPoints.gifts);

export async function loader({ context }: Route.LoaderArgs) {
  return { gifts: await shopOf(context).loyalty.gifts({}) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const is_active = form.input.is_active === "1";
  const asked = { ...sent(form, "id", "version", "points", "stock", "per_customer", "reason"), is_active };
  return submit(form, shopOf(context).loyalty.saveGift, asked, () => {
    flash(context, "success", messagesIn(context).customerPoints.saved);
    return redirect(paths.gifts());
  });
}

/** The gifts of the exchange shop, each with its form for who may change them. */
export default function Gifts() {
  const { points, customerPoints: words } = useOfficeMessages();
  const { gifts } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.points()}>
          {points.title}
        </Link>
      </p>
      <PageHead title={words.gifts} />
      {gifts.length === 0 ? (
        <p className="empty-row">{words.no_gifts}</p>
      ) : (
        <div className="pile">
          {gifts.map((gift) => (
            <GiftForm key={gift.id} gift={gift} />
          ))}
        </div>
      )}
    </>
  );
}

function GiftForm({ gift }: { gift: Gift }) {
  const { customerPoints: words } = useOfficeMessages();
  const { holds } = useStaff();
  const intent = `gift-${gift.id}`;
  const problem = useProblem(intent);
  const id = (name: string) => `${intent}-${name}`;
  const about = gift.value === null ? words.kinds[gift.kind] : words.voucher_value({ amount: formatDong(gift.value) });
  const head = (
    <>
      <b>{gift.name}</b>{" "}
      <span className="small muted">
        {about} · {words.points({ points: formatNumber(gift.points) })} ·{" "}
        {words.stock_short({
          taken: formatNumber(gift.taken),
          stock: gift.stock === null ? "∞" : formatNumber(gift.stock),
        })}
      </span>{" "}
      {!gift.is_active && <Status tone="over">{words.is_off}</Status>}
    </>
  );
  if (!holds("promotions:write")) return <p className="card panel">{head}</p>;
  return (
    <details className="card panel gift" open={problem !== undefined || undefined}>
      <summary>{head}</summary>
      <OfficeForm intent={intent} problem={problem} className="form-stack">
        <Hidden<"loyalty.saveGift"> name="id" value={gift.id} />
        <Hidden<"loyalty.saveGift"> name="version" value={gift.version} />
        <TextInput
          {...field<"loyalty.saveGift">(problem, "points", String(gift.points))}
          id={id("points")}
          label={words.gift_points}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <TextInput
          {...field<"loyalty.saveGift">(problem, "stock", gift.stock === null ? "" : String(gift.stock))}
          id={id("stock")}
          label={words.stock}
          help={words.stock_help({ taken: formatNumber(gift.taken) })}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput
          {...field<"loyalty.saveGift">(
            problem,
            "per_customer",
            gift.per_customer === null ? "" : String(gift.per_customer),
          )}
          id={id("per_customer")}
          label={words.per_customer}
          help={words.per_customer_help}
          inputMode="numeric"
          autoComplete="off"
        />
        <Checkbox
          dense
          name={field<"loyalty.saveGift">(problem, "is_active").name}
          value="1"
          defaultChecked={gift.is_active}
        >
          {words.is_active}
        </Checkbox>
        <TextInput
          {...field<"loyalty.saveGift">(problem, "reason")}
          id={id("reason")}
          label={words.reason}
          autoComplete="off"
          required
        />
        <SubmitButton intent={intent}>{words.save}</SubmitButton>
      </OfficeForm>
    </details>
  );
}
