import type { CustomerRecord } from "contract/customers/customers.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, useActionData, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { verifyStepUp } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { statusTones } from "../../kit/order-tones.ts";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/customer";
import { type Revealed, RevealField } from "./reveal.tsx";

export const meta = titled(({ customers }) => customers.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).customers.record({ code: params.code });
}

/** The value is in this answer alone: no address holds it. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const refused = await verifyStepUp(form, context);
  if (refused) return refused;
  const asked = { code: params.code, ...sent(form, "field", "address_id", "reason", "text") };
  return submit(form, shopOf(context).customers.reveal, asked, (revealed) => ({
    revealed: { ...revealed, address_id: String(form.input.address_id ?? "") },
  }));
}

/** One customer: orders, and what is known of the person, masked. */
export default function Customer() {
  const { customers, customerPoints } = useOfficeMessages();
  const customer = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const language = useLanguage();
  const revealed = result && typeof result === "object" && "revealed" in result ? result.revealed : null;
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.customers()}>
          {customers.title}
        </Link>
      </p>
      <PageHead
        title={customer.full_name || customer.code}
        about={customers.about({
          since: formatDate(customer.created_at, language),
          last: formatDateTime(customer.last_active_at, language),
        })}
      >
        <Status tone={customer.status === "active" ? "ok" : "broken"}>
          {customers.options.status[customer.status]}
        </Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Orders customer={customer} />
          <p>
            <Link className="link" to={paths.customerPoints(customer.code)}>
              {customerPoints.link}
            </Link>
          </p>
        </div>
        <div className="pile">
          <Personal customer={customer} revealed={revealed} />
          <Addresses customer={customer} revealed={revealed} />
        </div>
      </div>
    </>
  );
}

function Orders({ customer: { orders } }: { customer: CustomerRecord }) {
  const said = useOfficeMessages();
  const language = useLanguage();
  if (!orders) return null;
  return (
    <section className="card" aria-labelledby="don">
      <div className="card-head">
        <h2 id="don">{said.customers.orders}</h2>
        <span className="small muted num">
          {said.customers.all_orders({ count: orders.count })} · {said.customers.spent} {formatDong(orders.spent)}
        </span>
      </div>
      {orders.latest.length === 0 ? (
        <p className="empty-row">{said.customers.no_orders}</p>
      ) : (
        <ul className="rows">
          {orders.latest.map(({ code, placed_at, total, status }) => (
            <li key={code}>
              <span>
                <Link className="link" to={paths.order(code)}>
                  {code}
                </Link>
                <span className="tiny muted own-line num">{formatDate(placed_at, language)}</span>
              </span>
              <Status tone={statusTones[status]}>{said.orders.options.status[status]}</Status>
              <span className="num">{formatDong(total)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Shown = { customer: CustomerRecord; revealed: Revealed | null };

function Personal({ customer, revealed }: Shown) {
  const { customers } = useOfficeMessages();
  const language = useLanguage();
  const masked = [
    ["phone", customer.phone],
    ["email", customer.email],
    ["birthday", customer.birthday],
  ] as const;
  return (
    <section className="card" aria-labelledby="ca-nhan">
      <div className="card-head">
        <h2 id="ca-nhan">{customers.personal}</h2>
      </div>
      <ul className="rows">
        {masked.map(([field, value]) => (
          <li key={field}>
            <RevealField
              field={field}
              masked={value}
              may={customer.may_reveal}
              revealed={revealed?.field === field ? revealed : null}
            />
          </li>
        ))}
        {customer.deletion_due_at && (
          <li>
            <span className="muted">{customers.fields.deletion}</span>
            <b className="num">{formatDate(customer.deletion_due_at, language)}</b>
          </li>
        )}
      </ul>
    </section>
  );
}

function Addresses({ customer, revealed }: Shown) {
  const { customers } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="dia-chi">
      <div className="card-head">
        <h2 id="dia-chi">{customers.addresses}</h2>
      </div>
      {customer.addresses.length === 0 ? (
        <p className="empty-row">{customers.no_addresses}</p>
      ) : (
        <ul className="rows">
          {customer.addresses.map(({ id, label, place, is_default }) => (
            <li key={id}>
              <RevealField
                field="address"
                name={[label, is_default && customers.default_address].filter(Boolean).join(", ")}
                address_id={id}
                masked={place}
                may={customer.may_reveal}
                revealed={revealed?.field === "address" && revealed.address_id === id ? revealed : null}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
