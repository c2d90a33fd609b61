import type { ChatRecord, Inbox } from "contract/chat/chat-desk.ts";
import { inboxViews, type InboxView as View } from "contract/chat/chat-words.ts";
import { formatNumber } from "contract/values/locale.ts";
import { redirect, useLoaderData } from "react-router";
import type { FieldOf } from "../../../forms/field-names.ts";
import { readForm, type SentForm, sent, submit } from "../../../forms/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { shopOf } from "../../context.ts";
import { OfficeForm, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/chat";
import { ChatSide } from "./chat-side.tsx";
import { ChatThread } from "./chat-thread.tsx";
import { InboxList } from "./inbox-list.tsx";
import { newClientId, useLiveInbox } from "./live.ts";

type Page = {
  view: View;
  inbox: Inbox;
  record: ChatRecord | null;
  replies: { key: string; topic: string; text: string }[];
  client_id: string;
};

export const meta = titled(({ chats }) => chats.title);

const viewIn = (request: Request): View => {
  const asked = new URL(request.url).searchParams.get("view");
  return inboxViews.find((each) => each === asked) ?? "waiting";
};

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Page> {
  const { chat } = shopOf(context);
  const view = viewIn(request);
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const { id } = params as { id?: string };
  const [inbox, record, replies] = await Promise.all([
    chat.inbox({ view, before }),
    id ? chat.record({ id }) : null,
    chat.replies({}),
  ]);
  if (record && record.last_seq > record.seen.shop) await chat.staffSeen({ id: record.id, seq: record.last_seq });
  const language = record?.locale === "en" || record?.locale === "ja" ? record.locale : "vi";
  const texts = replies.filter(({ is_active }) => is_active);
  return {
    ...{ view, inbox, record },
    replies: texts.map((reply) => ({ key: reply.key, topic: reply.topic, text: reply[language] || reply.vi })),
    client_id: newClientId(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { id = "" } = params as { id?: string };
  const view = viewIn(request);
  return act(form, context, id, view);
}

function act(form: SentForm, context: Route.ActionArgs["context"], id: string, view: View) {
  const { chat } = shopOf(context);
  const here = () => redirect(`${id ? paths.chat(id, { view }) : paths.chats({ view })}`);
  switch (form.intent) {
    case "presence":
      return submit(form, chat.presence, sent(form, "on"), here);
    case "take":
      return submit(form, chat.take, { id }, () => redirect(paths.chat(id, { view: "mine" })));
    case "note":
      return submit(form, chat.note, { id, ...sent(form, "text") }, here);
    case "pass":
      return submit(form, chat.pass, { id, ...sent(form, "to") }, here);
    case "done":
      return submit(form, chat.done, { id }, () => redirect(paths.chats({ view: "mine" })));
    default:
      // No redirect: sent again by a reload it is the same message, and the page knows which one was sent.
      return submit(form, chat.answer, { id, ...sent(form, "client_id", "text", "card") }, () => ({
        sent: String(form.input.client_id ?? ""),
      }));
  }
}

/** Queue, conversation and customer side by side; on a phone the list or the conversation. */
export default function ChatDesk() {
  const { view, inbox, record, replies, client_id } = useLoaderData<typeof loader>();
  const { chats: said } = useOfficeMessages();
  const { isTyping, isLost } = useLiveInbox(record?.id ?? null);
  const { waiting, answered_in_seconds } = inbox.meta;
  const about = [
    said.about({ waiting: formatNumber(waiting) }),
    ...(answered_in_seconds === null ? [] : [said.answered_in({ time: durationOf(said, answered_in_seconds) })]),
  ].join(" · ");
  return (
    <>
      <PageHead title={said.title} about={about}>
        <Presence isOn={inbox.meta.is_on} />
      </PageHead>
      <div className={classes("chat-panes card", record && "chat-panes-open")}>
        <InboxList view={view} inbox={inbox} current={record?.id ?? null} />
        {record ? (
          <ChatThread key={record.id} {...{ record, replies, isTyping, isLost, view }} client_id={client_id} />
        ) : (
          <p className="chat-none muted">{said.choose}</p>
        )}
        {record && <ChatSide record={record} client_id={client_id} />}
      </div>
    </>
  );
}

type Words = ReturnType<typeof useOfficeMessages>["chats"];

const durationOf = (said: Words, seconds: number): string =>
  said.seconds({ minutes: formatNumber(Math.floor(seconds / 60)), seconds: formatNumber(seconds % 60) });

function Presence({ isOn }: { isOn: boolean }) {
  const { chats: said } = useOfficeMessages();
  const problem = useProblem("presence");
  return (
    <OfficeForm intent="presence" problem={problem} className="row">
      <span className={classes("chat-presence", isOn && "chat-presence-on")}>{isOn ? said.is_on : said.is_off}</span>
      <Button
        size="small"
        variant={isOn ? "secondary" : "primary"}
        name={"on" satisfies FieldOf<"chat.presence">}
        value={isOn ? "0" : "1"}
      >
        {isOn ? said.stop_chats : said.take_chats}
      </Button>
    </OfficeForm>
  );
}
