import type { CannedReply } from "contract/chat/chat-desk.ts";
import { MAX_MESSAGE, replyTopics } from "contract/chat/chat-words.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { EMPTY, field, readForm, sent, submit } from "../../../forms/forms.ts";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/replies";

export const meta = titled(({ chats }) => chats.replies_title);

export async function loader({ context }: Route.LoaderArgs) {
  return { replies: await shopOf(context).chat.replies({}) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { chat } = shopOf(context);
  const { en = EMPTY, ja = EMPTY } = form.input;
  const fields = { en, ja, ...sent(form, "key", "topic", "vi") };
  const is_active = form.input.is_active === "1";
  return submit(form, chat.saveReply, { ...fields, is_active }, () => {
    flash(context, "success", messagesIn(context).chats.saved);
    return redirect(paths.chatReplies());
  });
}

/** Canned replies by topic, each in three languages. */
export default function Replies() {
  const { chats: said } = useOfficeMessages();
  const { replies } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.chats()}>
          {said.title}
        </Link>
      </p>
      <PageHead title={said.replies_title} about={said.replies_about} />
      <div className="pile">
        {replies.map((reply) => (
          <ReplyForm key={reply.key} reply={reply} />
        ))}
        <ReplyForm reply={null} />
      </div>
    </>
  );
}

function ReplyForm({ reply }: { reply: CannedReply | null }) {
  const { chats: said } = useOfficeMessages();
  const intent = reply?.key ?? "+";
  const problem = useProblem(intent);
  const id = (name: string) => `${intent}-${name}`;
  return (
    <details className="card panel chat-reply" open={problem !== undefined || undefined}>
      <summary>
        <b>{reply ? reply.key : said.new_reply}</b>{" "}
        {reply && <span className="small muted">{said.topics[reply.topic]}</span>}{" "}
        {reply && !reply.is_active && <Status tone="over">{said.inactive}</Status>}
      </summary>
      <OfficeForm intent={intent} problem={problem} className="form-stack">
        <TextInput
          {...field<"chat.saveReply">(problem, "key", reply?.key ?? "")}
          id={id("key")}
          label={said.key}
          help={said.key_help}
          readOnly={reply !== null}
          autoComplete="off"
          maxLength={40}
          required
        />
        <Select
          {...field<"chat.saveReply">(problem, "topic", reply?.topic ?? "greeting")}
          id={id("topic")}
          label={said.topic}
          options={replyTopics.map((value) => ({ value, text: said.topics[value] }))}
        />
        {(["vi", "en", "ja"] as const).map((language) => (
          <TextArea
            key={language}
            {...field<"chat.saveReply">(problem, language, reply?.[language] ?? "")}
            id={id(language)}
            label={said.texts[language]}
            rows={2}
            maxLength={MAX_MESSAGE}
            required={language === "vi"}
          />
        ))}
        <Checkbox
          dense
          name={field<"chat.saveReply">(problem, "is_active").name}
          value="1"
          defaultChecked={reply?.is_active ?? true}
        >
          {said.active}
        </Checkbox>
        <SubmitButton intent={intent}>{said.save_reply}</SubmitButton>
      </OfficeForm>
    </details>
  );
}
