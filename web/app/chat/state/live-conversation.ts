/**
 * A conversation while it is open: events bring each message once, in the order of its number; a gap is fetched; what could
 * not be sent is sent in order once the connection is back. rules/chat#delivery
 */
import type { ChatMessage, Conversation } from "contract/chat/chat.ts";
import { isWireFailure } from "contract/errors.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocale } from "../../i18n.tsx";
import { chatEvents } from "../paths.ts";
import { chatShop, newClientId } from "./chat-shop.ts";
import { storeUnsent, type Unsent, unsentOf } from "./unsent.ts";

const TYPING_SHOWN_MS = 4_000;
const TYPING_TOLD_MS = 3_000;

/** Each number once, in order. */
export function merged(known: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map(known.map((each) => [each.seq, each]));
  for (const each of more) bySeq.set(each.seq, each);
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

type Waiting = Unsent & { problem: string | null };

export type LiveConversation = ReturnType<typeof useLiveConversation>;

export function useLiveConversation(first: Conversation) {
  const { id } = first;
  const locale = useLocale();
  const [conversation, setConversation] = useState(first);
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const [isLost, setLost] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const lastSeq = useRef(first.messages.at(-1)?.seq ?? 0);
  const queue = useRef<Waiting[]>([]);
  const isSending = useRef(false);

  const add = useCallback((messages: readonly ChatMessage[]) => {
    lastSeq.current = Math.max(lastSeq.current, ...messages.map(({ seq }) => seq));
    const arrived = new Set(messages.map(({ client_id }) => client_id));
    queue.current = queue.current.filter(({ client_id }) => !arrived.has(client_id));
    setWaiting(queue.current);
    setConversation((now) => ({ ...now, messages: merged(now.messages, messages) }));
  }, []);

  const show = useCallback(
    ({ messages, ...state }: Conversation) => {
      add(messages);
      setConversation((now) => ({ ...now, ...state, messages: now.messages }));
    },
    [add],
  );

  const flush = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      for (let next = queue.current.find(({ problem }) => problem === null); next; ) {
        const { client_id, text, pictures } = next;
        const isLeft = await deliver(id, { client_id, text, pictures });
        queue.current =
          isLeft === null
            ? queue.current.filter((each) => each.client_id !== client_id)
            : queue.current.map((each) => (each.client_id === client_id ? { ...each, problem: isLeft } : each));
        storeUnsent(id, queue.current);
        setWaiting(queue.current);
        if (isLeft === null) show(await chatShop.conversation({ id, after: lastSeq.current }));
        next = queue.current.find(({ problem }) => problem === null);
      }
      setLost(false);
    } catch {
      setLost(true); // no answer came: they wait, and are sent once the connection is back
    } finally {
      isSending.current = false;
    }
  }, [id, show]);

  useEffect(() => {
    queue.current = unsentOf(id).map((each) => ({ ...each, problem: null }));
    setWaiting(queue.current);
    void flush();
    const back = () => void flush();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, [id, flush]);

  useEffect(() => {
    let source: EventSource | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const connect = () => {
      source = new EventSource(chatEvents(id, lastSeq.current, locale));
      source.addEventListener("open", () => {
        setLost(false);
        void flush();
      });
      source.addEventListener("message", ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as ChatMessage;
        const isGap = message.seq > lastSeq.current + 1;
        if (isGap) chatShop.conversation({ id, after: lastSeq.current }).then(show, () => setLost(true));
        else add([message]);
        if (message.from === "staff") setTyping(false);
      });
      source.addEventListener("state", ({ data }: MessageEvent<string>) => {
        const state = JSON.parse(data) as Omit<Conversation, "messages">;
        setConversation((now) => ({ ...now, ...state }));
      });
      source.addEventListener("typing", () => {
        setTyping(true);
        clearTimeout(quiet);
        quiet = setTimeout(() => setTyping(false), TYPING_SHOWN_MS);
      });
      source.addEventListener("error", () => {
        setLost(true);
        if (source?.readyState !== EventSource.CLOSED || left) return; // the browser tries again itself
        retry = setTimeout(connect, 1_000 + Math.random() * 29_000);
      });
    };
    connect();
    return () => {
      left = true;
      source?.close();
      clearTimeout(retry);
      clearTimeout(quiet);
    };
  }, [id, locale, add, show, flush]);

  useSeen(id, conversation);

  const write = useCallback(
    (text: string, pictures: readonly string[] = []) => {
      queue.current = [...queue.current, { client_id: newClientId(), text, pictures, problem: null }];
      storeUnsent(id, queue.current);
      setWaiting(queue.current);
      void flush();
    },
    [id, flush],
  );
  const resend = useCallback(() => {
    queue.current = queue.current.map((each) => ({ ...each, problem: null }));
    setWaiting(queue.current);
    void flush();
  }, [flush]);
  return { conversation, waiting, isLost, isTyping, write, resend, show, tellTyping: useTypingTold(id) };
}

/** Null once it is sent; else why the shop refuses it. Throws where no answer came. */
async function deliver(id: string, message: Unsent): Promise<string | null> {
  try {
    const { client_id, text, pictures } = message;
    await chatShop.send({ id, client_id, text, ...(pictures.length > 0 && { pictures: [...pictures] }) });
    return null;
  } catch (error) {
    if (isWireFailure(error) && error.status < 500) return error.body.errors?.text?.[0] ?? error.body.message;
    throw error;
  }
}

/** Said once a visible page shows a newer message of the shop. */
function useSeen(id: string, { messages, seen }: Conversation): void {
  const last = messages.findLast(({ from }) => from !== "customer")?.seq ?? 0;
  useEffect(() => {
    if (last <= seen.customer) return;
    const sendSeen = () => {
      if (document.visibilityState === "visible") chatShop.seen({ id, seq: last }).catch(() => {}); // the next one says it too
    };
    sendSeen();
    document.addEventListener("visibilitychange", sendSeen);
    return () => document.removeEventListener("visibilitychange", sendSeen);
  }, [id, last, seen.customer]);
}

function useTypingTold(id: string): () => void {
  const told = useRef(0);
  return useCallback(() => {
    if (Date.now() - told.current < TYPING_TOLD_MS) return;
    told.current = Date.now();
    chatShop.typing({ id }).catch(() => {}); // only a sign
  }, [id]);
}
