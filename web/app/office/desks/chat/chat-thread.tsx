import type { ChatMessage } from "contract/chat/chat.ts";
import type { ChatRecord } from "contract/chat/chat-desk.ts";
import { type InboxView, MAX_MESSAGE } from "contract/chat/chat-words.ts";
import { formatDateTime, formatTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useActionData, useRouteLoaderData } from "react-router";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { Select, TextArea } from "../../../ui/fields/inputs.tsx";
import { useHydrated } from "../../../ui/hydrated.ts";
import { OwnLinks } from "../../../ui/own-links.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";
import type { loader as rootLoader } from "../../root.tsx";

type Reply = { key: string; topic: string; text: string };
type Props = {
  record: ChatRecord;
  replies: readonly Reply[];
  client_id: string;
  view: InboxView;
  isTyping: boolean;
  isLost: boolean;
};

/** Messages and notes in the order they came, and where one answers. */
export function ChatThread({ record, replies, client_id, view, isTyping, isLost }: Props) {
  const { chats: said } = useOfficeMessages();
  const language = useLanguage();
  const { state, customer, city, started_at, locale, assigned_to, is_mine } = record;
  const languages = said.languages as Readonly<Record<string, string>>;
  return (
    <section className="chat-thread" aria-label={customer?.full_name ?? said.visitor({ city })}>
      <header className="chat-thread-head">
        <Link className="link chat-back" to={paths.chats({ view })}>
          {said.back}
        </Link>
        <div>
          <b>{customer?.full_name ?? said.visitor({ city })}</b>
          <p className="tiny muted">
            {[
              languages[locale] ?? locale,
              said.started({ time: formatDateTime(new Date(started_at), language) }),
              said.states[state],
              ...(assigned_to && !is_mine ? [said.with({ name: assigned_to.full_name })] : []),
            ].join(" · ")}
          </p>
        </div>
        <Acts record={record} />
      </header>
      <Log record={record} isTyping={isTyping} />
      {isLost && <Note tone="honey">{said.lost}</Note>}
      {state !== "done" && (is_mine || state === "waiting") && (
        <Answer record={record} replies={replies} client_id={client_id} />
      )}
      <NoteForm key={record.notes.length} />
    </section>
  );
}

function Acts({ record: { state, is_mine, colleagues } }: { record: ChatRecord }) {
  const { chats: said } = useOfficeMessages();
  const { account } = useStaff();
  const [taking, passing, ending] = [useProblem("take"), useProblem("pass"), useProblem("done")];
  const others = colleagues.filter(({ id }) => id !== account.id);
  if (state === "done") return null;
  return (
    <div className="row row-wrap">
      {state === "waiting" && (
        <OfficeForm intent="take" problem={taking}>
          <Button size="small" data-act="KeyA">
            {said.acts.take}
          </Button>
        </OfficeForm>
      )}
      {(is_mine || state === "waiting") && others.length > 0 && (
        <details className="chat-pass" open={passing !== undefined || undefined}>
          <summary className="button button-secondary button-small">{said.acts.pass}</summary>
          <OfficeForm intent="pass" problem={passing} className="form-stack">
            <Select
              {...field<"chat.pass">(passing, "to")}
              label={said.pass_to}
              options={others.map(({ id, full_name, is_on }) => ({
                value: String(id),
                text: is_on ? said.there({ name: full_name }) : full_name,
              }))}
            />
            <SubmitButton intent="pass">{said.acts.pass}</SubmitButton>
          </OfficeForm>
        </details>
      )}
      {(is_mine || state === "waiting") && (
        <OfficeForm intent="done" problem={ending}>
          <Button size="small" variant="tinted" icon="check">
            {said.acts.done}
          </Button>
        </OfficeForm>
      )}
    </div>
  );
}

type Line = { at: string; key: string; message?: ChatMessage; note?: ChatRecord["notes"][number] };

function Log({ record: { messages, notes, seen, last_seq }, isTyping }: { record: ChatRecord; isTyping: boolean }) {
  const { chats: said } = useOfficeMessages();
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message and note moves the end
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [last_seq, notes.length, isTyping]);
  const lines: Line[] = [
    ...messages.map((message) => ({ at: message.at, key: `m${message.seq}`, message })),
    ...notes.map((note) => ({ at: note.at, key: `n${note.id}`, note })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <div className="chat-lines" role="log" aria-label={said.log} ref={log}>
      <ol className="chat-list">
        {lines.map(({ key, message, note }) =>
          message ? (
            <MessageLine key={key} message={message} isSeen={message.seq <= seen.customer} />
          ) : (
            note && <NoteLine key={key} note={note} />
          ),
        )}
        <li className="tiny muted" id="end">
          {isTyping && said.typing}
        </li>
      </ol>
    </div>
  );
}

function NoteLine({ note: { act, by, text, at } }: { note: ChatRecord["notes"][number] }) {
  const { chats: said } = useOfficeMessages();
  const language = useLanguage();
  const who = by ?? said.by_shop;
  if (act !== "note")
    return (
      <li className="chat-happened tiny muted">
        {who} {said.note_acts[act]} {text} <span className="num">{formatTime(new Date(at), language)}</span>
      </li>
    );
  return (
    <li className="chat-note">
      <b>
        {said.acts.note}, {who}:
      </b>{" "}
      <span className="written-text">{text}</span>
    </li>
  );
}

function MessageLine({ message, isSeen }: { message: ChatMessage; isSeen: boolean }) {
  const { chats: said } = useOfficeMessages();
  const language = useLanguage();
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.public_url ?? "";
  const { from, by, text, word, pictures, card, at } = message;
  const time = formatTime(new Date(at), language);
  if (word !== null)
    return (
      <li className="chat-happened tiny muted">
        {said.words[word]} <span className="num">{time}</span>
      </li>
    );
  const isOurs = from === "staff";
  return (
    <li className={classes("chat-line", isOurs && "chat-line-ours")}>
      {text !== "" && (
        <p className="chat-said written-text">
          <OwnLinks text={text} origin={origin} />
        </p>
      )}
      {pictures.map((address, index) => (
        <a key={address.slice(-20)} href={address} target="_blank" rel="noopener">
          <img
            className="chat-sent"
            src={address}
            alt={said.picture({ n: String(index + 1) })}
            width={200}
            height={150}
          />
        </a>
      ))}
      {card && (
        <p className="chat-said">
          {card.product
            ? `${card.product.name} · ${formatDong(card.product.price)}`
            : card.order
              ? `${said.order({ code: groupedCode(card.key) })} · ${formatDong(card.order.total)}`
              : said.card_gone}
        </p>
      )}
      <p className="tiny muted num">
        {time}
        {isOurs ? ` · ${by} · ${isSeen ? said.seen : said.not_seen}` : ""}
      </p>
    </li>
  );
}

/** One message is written under one id until it is sent: a reload sends it no second time. */
function Answer({ record, replies, client_id }: Pick<Props, "record" | "replies" | "client_id">) {
  const { chats: said } = useOfficeMessages();
  const problem = useProblem("answer");
  const result = useActionData() as { sent?: string } | undefined;
  const [id, setId] = useState(client_id);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result?.sent === id && client_id !== id) setId(client_id);
  }, [result, id, client_id]);
  return (
    <div className="chat-answer" ref={area}>
      <OfficeForm key={id} intent="answer" problem={problem} className="form-stack" main>
        <Hidden<"chat.answer"> name="client_id" value={id} />
        <TextArea
          {...field<"chat.answer">(problem, "text")}
          id="chat-text"
          label={said.text}
          help={said.text_help}
          rows={3}
          maxLength={MAX_MESSAGE}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
          }}
        />
        <SubmitButton intent="answer">{said.acts.answer}</SubmitButton>
      </OfficeForm>
      <Replies replies={replies} record={record} area={area} />
    </div>
  );
}

type RepliesProps = {
  replies: readonly Reply[];
  record: ChatRecord;
  area: RefObject<HTMLDivElement | null>;
};

/** Canned replies, with the blanks filled in that are known; one that is left marks where to write. */
function Replies({ replies, record, area }: RepliesProps) {
  const { chats: said } = useOfficeMessages();
  const { account } = useStaff();
  const isHydrated = useHydrated();
  const filled = (text: string) =>
    text
      .replaceAll("[[staff]]", account.full_name.split(" ").at(-1) ?? "")
      .replaceAll("[[name]]", record.customer?.full_name.split(" ").at(-1) ?? "[[name]]");
  function insert(text: string) {
    const box = area.current?.querySelector("textarea");
    if (!box) return;
    box.value = box.value === "" ? text : `${box.value}\n${text}`;
    box.focus();
    const blank = box.value.indexOf("[[");
    if (blank >= 0) box.setSelectionRange(blank, box.value.indexOf("]]", blank) + 2);
  }
  return (
    <details className="chat-replies">
      <summary className="link small">{said.replies}</summary>
      {replies.length === 0 && <p className="small muted">{said.replies_none}</p>}
      <ul>
        {replies.map(({ key, topic, text }) => (
          <li key={key}>
            <span className="tiny muted">{said.topics[topic as keyof typeof said.topics]}</span>
            <span className="small written-text">{filled(text)}</span>
            {isHydrated && (
              <Button type="button" size="small" variant="ghost" onClick={() => insert(filled(text))}>
                {said.insert}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Link className="link small" to={paths.chatReplies()}>
        {said.edit_replies}
      </Link>
    </details>
  );
}

function NoteForm() {
  const { chats: said } = useOfficeMessages();
  const problem = useProblem("note");
  return (
    <details className="chat-note-form" open={problem !== undefined || undefined}>
      <summary className="link small">{said.acts.note}</summary>
      <OfficeForm intent="note" problem={problem} className="form-stack">
        <TextArea
          {...field<"chat.note">(problem, "text")}
          id="note-text"
          label={said.note}
          help={said.note_help}
          rows={2}
          maxLength={MAX_MESSAGE}
        />
        <SubmitButton intent="note">{said.acts.save_note}</SubmitButton>
      </OfficeForm>
    </details>
  );
}
