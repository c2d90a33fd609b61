import type { MessageRecord } from "contract/contact/contact.ts";
import type { ContactAct } from "contract/contact/contact-desk.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { ReactNode } from "react";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, type SentForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/message";
import { MessageActs } from "./message-acts.tsx";
import { messageTones } from "./message-tones.ts";

export const meta = titled(({ messages }) => messages.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).contact.record({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return decide(form, context, params.code, () => {
    flash(context, "success", messagesIn(context).contact.done);
    return redirect(paths.message(params.code));
  });
}

function decide(form: SentForm, context: Route.ActionArgs["context"], code: string, done: () => Response) {
  const { contact } = shopOf(context);
  switch (form.intent as ContactAct) {
    case "assign":
      return submit(form, contact.assign, { code, ...sent(form, "version", "account", "reason") }, done);
    case "answer":
      return submit(form, contact.answer, { code, ...sent(form, "version", "answer", "waiting") }, done);
    case "extend":
      return submit(form, contact.extend, { code, ...sent(form, "version", "days", "reason") }, done);
    case "escalate":
      return submit(form, contact.escalate, { code, ...sent(form, "version", "reason") }, done);
    case "prioritise":
      return submit(form, contact.prioritise, { code, ...sent(form, "version", "priority", "reason") }, done);
    case "close":
      return submit(form, contact.close, { code, ...sent(form, "version", "reason") }, done);
  }
}

/** One message: what was written, what became of it, and what can be done. Texts of strangers are plain text. */
export default function Message() {
  const { messages, contact } = useOfficeMessages();
  const message = useLoaderData<typeof loader>();
  const language = useLanguage();
  const { flags, state, topic } = messages.options;
  const marks = [
    message.safety && flags.safety,
    message.priority && flags.priority,
    message.escalated && flags.escalated,
    message.is_late && contact.late,
  ].filter((mark) => typeof mark === "string");
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.messages()}>
          {messages.title}
        </Link>
      </p>
      <PageHead
        title={message.code}
        about={contact.about({ topic: topic[message.topic], at: formatDateTime(message.received_at, language) })}
      >
        {marks.map((mark) => (
          <Status key={mark} tone="broken">
            {mark}
          </Status>
        ))}
        <Status tone={messageTones[message.state]}>{state[message.state]}</Status>
      </PageHead>
      <div className="two-columns">
        <div className="pile">
          <Written message={message} />
          <MessageActs message={message} />
        </div>
        <div className="pile">
          <About message={message} />
          <History message={message} />
        </div>
      </div>
    </>
  );
}

function Written({ message: { lines } }: { message: MessageRecord }) {
  const { contact } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="noi-dung">
      <div className="card-head">
        <h2 id="noi-dung">{contact.written}</h2>
      </div>
      <ol className="rows">
        {lines.map(({ at, from, by, text }) => (
          <li key={`${at} ${from}`}>
            <span>
              <b>{from === "shop" ? (by ?? contact.by_shop) : contact.sender}</b>
              <span className="own-line written-text">{text}</span>
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function About({ message }: { message: MessageRecord }) {
  const { contact } = useOfficeMessages();
  const language = useLanguage();
  const { phone, email, order_code, name_by, assigned_to, extended } = message;
  const languages = contact.languages as Readonly<Record<string, string>>;
  const rows: [string, ReactNode][] = [
    [contact.due, formatDateTime(message.due_at, language)],
    ...(name_by && assigned_to === null
      ? [[contact.name_by, formatDateTime(name_by, language)] as [string, ReactNode]]
      : []),
    [contact.assigned_to, assigned_to?.full_name ?? contact.nobody],
    [contact.sender, message.full_name],
    ...(phone ? [[contact.phone, formatPhone(phone)] as [string, ReactNode]] : []),
    ...(email ? [[contact.email, email] as [string, ReactNode]] : []),
    ...(order_code
      ? [
          [
            contact.order,
            <Link key="order" className="link" to={paths.order(order_code)}>
              {order_code}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    [contact.language, languages[message.locale] ?? message.locale],
    ...(extended ? [[contact.extended, extended] as [string, ReactNode]] : []),
  ];
  return (
    <section className="card" aria-labelledby="thong-tin">
      <div className="card-head">
        <h2 id="thong-tin">{contact.facts}</h2>
      </div>
      <div className="panel">
        <Facts rows={rows} />
      </div>
    </section>
  );
}

function History({ message: { history } }: { message: MessageRecord }) {
  const { contact } = useOfficeMessages();
  const language = useLanguage();
  const happened = contact.happened as Readonly<Record<string, string>>;
  const isSenders = new Set(["received", "replied", "reopened"]);
  return (
    <section className="card" aria-labelledby="dien-bien">
      <div className="card-head">
        <h2 id="dien-bien">{contact.history}</h2>
      </div>
      <ol className="rows">
        {history.toReversed().map(({ at, act, by, note }) => (
          <li key={`${at} ${act}`}>
            <span>
              <b>{by ?? (isSenders.has(act) ? contact.by_sender : contact.by_shop)}</b> {happened[act] ?? act}
              {note && <span className="own-line">{note}</span>}
            </span>
            <span className="tiny muted num">{formatDateTime(at, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
