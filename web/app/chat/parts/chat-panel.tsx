import type { ChatHours, Conversation } from "contract/chat/chat.ts";
import { isWireFailure } from "contract/errors.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FormProblem } from "../../forms/forms.ts";
import { TalkingStyles } from "../../hydration/more-styles.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { chatShop, newClientId } from "../state/chat-shop.ts";
import { ConversationView } from "./conversation-view.tsx";
import { type Place, StartForm } from "./start-form.tsx";

type Opened =
  | { conversation: Conversation }
  | { conversation: null; hours: ChatHours; known: { phone: string; city_code: string }; places: Place[] };

/** The chat over any page: beside it on wide screens, all of the screen on phones. Esc and the first button close it. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const panel = useRef<HTMLElement>(null);
  const { opened, isLost, begun } = useOpened();
  useEffect(() => panel.current?.focus(), []);
  const name = opened?.conversation?.with ?? null;
  const title = name === null ? words.shop : name;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-label={name === null ? words.title : words.with({ name })}
      className="chat-panel"
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <TalkingStyles />
      <div className="chat-head">
        <b className="grow">{title}</b>
        <a className="icon-button" href={paths.chat()} aria-label={words.full_page} title={words.full_page}>
          <Icon name="external" />
        </a>
        <IconButton type="button" icon="close" label={words.minimise} onClick={onClose} />
      </div>
      {isLost && (
        <Note tone="honey" icon="warning" role="alert">
          {words.lost}
        </Note>
      )}
      {opened?.conversation ? (
        <ConversationView key={opened.conversation.id} first={opened.conversation} client_id={newClientId()} />
      ) : (
        opened && <PanelForm {...opened} onBegun={begun} />
      )}
      {!opened && !isLost && <span className="spinner" />}
    </section>
  );
}

type FormProps = Extract<Opened, { conversation: null }> & { onBegun: (conversation: Conversation) => void };

function PanelForm({ hours, known, places, onBegun }: FormProps) {
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const client_id = useRef(newClientId());
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { phone = "", city_code = "", text = "", captcha } = typed;
    const asked = { phone, city_code, text, client_id: client_id.current, ...(captcha && { captcha }) };
    setBusy(true);
    try {
      if (hours.open) onBegun(await chatShop.start(asked));
      else {
        const { id } = await chatShop.leave(asked);
        onBegun(await chatShop.conversation({ id }));
      }
    } catch (error) {
      setProblem(problemIn(error, { phone, city_code, text }, hours.open ? "start" : "leave"));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="chat-panel-body">
      <StartForm
        {...{ hours, known, places, problem, busy }}
        client_id={client_id.current}
        onSubmit={(event) => void onSubmit(event)}
      />
    </div>
  );
}

/** As a form that came back from the server; without an answer it says that none came. */
function problemIn(error: unknown, values: Record<string, string>, intent: string): FormProblem {
  if (!isWireFailure(error)) throw error;
  const { errors = {}, message, code } = error.body;
  const { retry_after_seconds } = error;
  return {
    intent,
    errors,
    values: values as FormProblem["values"],
    message,
    code,
    ...(retry_after_seconds !== undefined && { retry_after_seconds }),
  };
}

function useOpened() {
  const paths = usePaths();
  const [opened, setOpened] = useState<Opened>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let left = false;
    const open = async (): Promise<Opened> => {
      const { conversations, known } = await chatShop.own({});
      const current = conversations.find(
        ({ state, unseen, can_write }) => state !== "done" || (can_write && unseen > 0),
      );
      if (current) return { conversation: await chatShop.conversation({ id: current.id }) };
      const [hours, places] = await Promise.all([
        chatShop.hours({}),
        fetch(paths.places()).then(async (answer) => (await answer.json()) as Place[]),
      ]);
      return { conversation: null, hours, known, places };
    };
    open().then(
      (found) => !left && setOpened(found),
      () => !left && setLost(true),
    );
    return () => {
      left = true;
    };
  }, [paths]);
  return { opened, isLost, begun: (conversation: Conversation) => setOpened({ conversation }) };
}
