import type { Conversation } from "contract/chat/chat.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { useEffect, useRef } from "react";
import { Form, useRouteLoaderData } from "react-router";
import type { FieldOf } from "../../forms/field-names.ts";
import type { FormProblem } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { showFailure } from "../../navigation/request-failure.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { Note } from "../../ui/text/note.tsx";
import { chatShop } from "../state/chat-shop.ts";
import { type LiveConversation, useLiveConversation } from "../state/live-conversation.ts";
import { MessageItem } from "./message-item.tsx";
import { WriteForm } from "./write-form.tsx";

type Props = { first: Conversation; client_id: string; problem?: FormProblem | undefined };

/** A conversation: how it stands, its messages, and where one writes. Alive with scripts, a page of forms without. */
export function ConversationView({ first, client_id, problem }: Props) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const isHydrated = useHydrated();
  const live = useLiveConversation(first);
  const { conversation, isLost, write, tellTyping } = live;
  return (
    <div className="chat">
      <State conversation={conversation} />
      <Log live={live} />
      {isLost && (
        <Note tone="honey" icon="warning" role="status">
          {words.lost}
        </Note>
      )}
      {conversation.state === "done" && (
        <Afterwards conversation={conversation} client_id={client_id} onRated={live.show} />
      )}
      {conversation.can_write ? (
        <WriteForm id={first.id} client_id={client_id} problem={problem} onWrite={write} onType={tellTyping} />
      ) : (
        <p className="chat-foot">
          <a className="link" href={paths.chat(undefined, { moi: 1 })}>
            {words.new}
          </a>
        </p>
      )}
      {!isHydrated && (
        <p className="chat-foot small">
          <a className="link" href={paths.chat(first.id)}>
            {words.refresh}
          </a>
        </p>
      )}
    </div>
  );
}

function State({ conversation }: { conversation: Conversation }) {
  const { chat: words } = useMessages();
  const locale = useLocale();
  const { state, code, answer_by, place, minutes } = conversation;
  if (state === "open") return null;
  if (state === "done") return <p className="chat-state small muted">{words.over}</p>;
  return (
    <div className="chat-state" role="status">
      {code !== null && answer_by !== null ? (
        <Note icon="clock">
          <b>{words.left({ code })}</b>
          <p>{words.left_text({ time: formatDateTime(new Date(answer_by), locale) })}</p>
        </Note>
      ) : (
        place !== null && (
          <Note icon="clock">
            <b>
              {minutes === null
                ? words.place_long({ place: formatNumber(place) })
                : words.place({ place: formatNumber(place), minutes: formatNumber(minutes) })}
            </b>
            <p>{words.place_text}</p>
          </Note>
        )
      )}
    </div>
  );
}

function Log({ live: { conversation, waiting, isTyping, resend } }: { live: LiveConversation }) {
  const { chat: words } = useMessages();
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.public_url ?? "";
  const end = useRef<HTMLLIElement>(null);
  const { messages, seen, with: name } = conversation;
  const count = messages.length + waiting.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message moves the end
  useEffect(() => {
    const log = end.current?.closest(".chat-log");
    if (log) log.scrollTop = log.scrollHeight;
  }, [count, isTyping]);
  return (
    <div className="chat-log" role="log" aria-label={words.log}>
      <ol className="chat-list">
        {count === 0 && <li className="chat-word small muted">{words.none}</li>}
        {messages.map((message) => (
          <MessageItem key={message.seq} message={message} origin={origin} seen={seen.shop} />
        ))}
        {waiting.map(({ client_id, text, pictures, problem }) => (
          <li key={client_id} className="chat-bubble-text chat-own">
            <span className="chat-text">{text || words.pictures_sent({ count: String(pictures.length) })}</span>
            <small>
              {problem === null ? (
                words.sending
              ) : (
                <>
                  {words.not_sent}: {problem}{" "}
                  <button type="button" className="link" onClick={resend}>
                    {words.resend}
                  </button>
                </>
              )}
            </small>
          </li>
        ))}
        <li ref={end} id="end" className="chat-word small muted">
          {isTyping && words.typing({ name: name ?? words.shop })}
        </li>
      </ol>
    </div>
  );
}

type AfterwardsProps = { conversation: Conversation; client_id: string; onRated: (now: Conversation) => void };

/** Yes or no, once. */
function Afterwards({ conversation, client_id, onRated }: AfterwardsProps) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const { id, good, can_write, with: name } = conversation;
  const isSent = useRef(false);
  return (
    <div className="chat-after stack">
      {good !== null ? (
        <p role="status">{words.rated}</p>
      ) : (
        <Form
          method="post"
          action={paths.chat(id)}
          className="row row-wrap"
          onSubmit={(event) => {
            const { submitter } = event.nativeEvent as SubmitEvent;
            const form = event.currentTarget;
            event.preventDefault();
            if (isSent.current) return;
            isSent.current = true;
            const isGood = (submitter as HTMLButtonElement | null)?.value === "1";
            chatShop.rate({ id, good: isGood }).then(
              (answer) => onRated({ ...conversation, good: answer.good }),
              () => {
                isSent.current = false;
                const reason = navigator.onLine ? "outcome_unknown" : "offline";
                showFailure({ reason, writes: true, retry: () => form.requestSubmit(submitter) });
              },
            );
          }}
        >
          <input type="hidden" name="intent" value="rate" />
          <input type="hidden" name="idempotency_key" value={client_id} />
          <span>{words.helped({ name: name ?? words.shop })}</span>
          {(["1", "0"] as const).map((value) => (
            <Button
              key={value}
              size="small"
              variant="secondary"
              name={"good" satisfies FieldOf<"chat.rate">}
              value={value}
            >
              {value === "1" ? words.yes : words.no}
            </Button>
          ))}
        </Form>
      )}
      {can_write && <p className="small muted">{words.over_write}</p>}
    </div>
  );
}

type ActsProps = { conversation: Conversation; client_id: string; can_mail: boolean };

/** Below the conversation on its page: end it, or have all of it. */
export function ConversationActs({ conversation, client_id, can_mail }: ActsProps) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const { id, state } = conversation;
  return (
    <Form method="post" action={paths.chat(id)} className="row row-wrap">
      <Hidden<"chat.close"> name="id" value={id} />
      <input type="hidden" name="idempotency_key" value={client_id} />
      <a className="link" href={`${paths.chat(id)}/noi-dung`} download>
        {words.transcript}
      </a>
      {can_mail && (
        <Button variant="ghost" size="small" name="intent" value="mail">
          {words.mail_transcript}
        </Button>
      )}
      {state !== "done" && (
        <Button variant="ghost" size="small" name="intent" value="close">
          {words.end}
        </Button>
      )}
    </Form>
  );
}
