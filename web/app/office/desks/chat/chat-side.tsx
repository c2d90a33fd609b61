import type { ChatRecord } from "contract/chat/chat-desk.ts";
import { formatDate, formatDateTime, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { groupedCode } from "contract/values/public-code.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { statusTones } from "../../kit/order-tones.ts";
import { Status } from "../../kit/status.tsx";
import { paths } from "../../paths.ts";

/** Who it is, as far as it is proved; cart and orders as cards to send. */
export function ChatSide({ record, client_id }: { record: ChatRecord; client_id: string }) {
  const { chats: said } = useOfficeMessages();
  const { holds } = useStaff();
  const language = useLanguage();
  const { phone, is_phone_proved, city, code, customer, earlier, good } = record;
  const name =
    customer &&
    (holds("customers:read") ? (
      <Link className="link" to={paths.customer(customer.code)}>
        {customer.full_name}
      </Link>
    ) : (
      customer.full_name
    ));
  const rows: [string, ReactNode][] = [
    ...(name ? [[said.customer, name] as [string, ReactNode]] : []),
    [
      said.phone,
      <span key="phone">
        <span className="num">{formatPhone(phone)}</span>
        <span className="own-line tiny muted">{is_phone_proved ? said.proved : said.unproved}</span>
      </span>,
    ],
    [said.city, city],
    ...(code ? [[said.code, code] as [string, ReactNode]] : []),
    ...(good === null ? [] : [[said.rated, good ? said.good : said.bad] as [string, ReactNode]]),
  ];
  return (
    <aside className="chat-side" aria-label={said.side}>
      <Facts rows={rows} />
      {customer && <p className="tiny muted">{said.since({ day: formatDate(new Date(customer.since), language) })}</p>}
      {customer && <Cart record={record} lines={customer.cart} client_id={client_id} />}
      {customer && <Orders record={record} orders={customer.orders} client_id={client_id} />}
      {canSend(record) && <ProductCard client_id={cardId(client_id, 0)} />}
      {earlier.length > 0 && (
        <section aria-labelledby="truoc">
          <h2 id="truoc">{said.earlier}</h2>
          <ul className="chat-side-list">
            {earlier.map(({ id, last_at, excerpt }) => (
              <li key={id}>
                <Link className="link" to={paths.chat(id, { view: "all" })}>
                  {formatDateTime(new Date(last_at), language)}
                </Link>
                <span className="own-line small">{excerpt}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

const canSend = ({ state, is_mine }: ChatRecord): boolean => state === "waiting" || is_mine;

/** Each card of this page has an id of its own, made from the page's: clicked twice it is sent once. */
const cardId = (client_id: string, place: number): string => client_id.slice(0, 19) + String(place).padStart(3, "0");

type Card = { kind: "product" | "order"; value: string; client_id: string };

/** A card is a message of its own. */
function SendCard({ kind, value, client_id }: Card) {
  const { chats: said } = useOfficeMessages();
  return (
    <OfficeForm intent="card" problem={undefined}>
      <Hidden<"chat.answer"> name="client_id" value={client_id} />
      <Hidden<"chat.answer"> name="card.kind" value={kind} />
      <Hidden<"chat.answer"> name="card.key" value={value} />
      <Button size="small" variant="ghost">
        {said.send_card}
      </Button>
    </OfficeForm>
  );
}

type Customer = NonNullable<ChatRecord["customer"]>;

type CartProps = { record: ChatRecord; client_id: string; lines: Customer["cart"] };

function Cart({ record, lines, client_id }: CartProps) {
  const { chats: said } = useOfficeMessages();
  return (
    <section aria-labelledby="gio">
      <h2 id="gio">{said.cart}</h2>
      {lines.length === 0 && <p className="small muted">{said.cart_none}</p>}
      <ul className="chat-side-list">
        {lines.map(({ variant_id, name, quantity }, place) => (
          <li key={variant_id}>
            <span className="small">
              {name} <b className="num">{said.times({ count: formatNumber(quantity) })}</b>
            </span>
            {canSend(record) && (
              <SendCard kind="product" value={String(variant_id)} client_id={cardId(client_id, 100 + place)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type OrdersProps = { record: ChatRecord; client_id: string; orders: Customer["orders"] };

function Orders({ record, orders, client_id }: OrdersProps) {
  const { chats: said, orders: words } = useOfficeMessages();
  const { holds } = useStaff();
  return (
    <section aria-labelledby="don">
      <h2 id="don">{said.orders}</h2>
      {orders.length === 0 && <p className="small muted">{said.orders_none}</p>}
      <ul className="chat-side-list">
        {orders.map(({ code, status, total }, place) => (
          <li key={code}>
            {holds("orders:read") ? (
              <Link className="link num" to={paths.order(code)}>
                {groupedCode(code)}
              </Link>
            ) : (
              <span className="num">{groupedCode(code)}</span>
            )}{" "}
            <Status tone={statusTones[status]}>{words.options.status[status]}</Status>
            <span className="own-line small num">{formatDong(total)}</span>
            {canSend(record) && <SendCard kind="order" value={code} client_id={cardId(client_id, 200 + place)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductCard({ client_id }: { client_id: string }) {
  const { chats: said } = useOfficeMessages();
  const problem = useProblem("card");
  const name: FieldOf<"chat.answer"> = "card.key";
  return (
    <details open={problem !== undefined || undefined}>
      <summary className="link small">{said.product}</summary>
      <OfficeForm intent="card" problem={problem} className="form-stack">
        <Hidden<"chat.answer"> name="client_id" value={client_id} />
        <Hidden<"chat.answer"> name="card.kind" value="product" />
        <TextInput
          name={name}
          id="card-key"
          label={said.product_id}
          help={said.product_help}
          error={problem?.errors.card?.[0]}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton intent="card">{said.send_card}</SubmitButton>
      </OfficeForm>
    </details>
  );
}
