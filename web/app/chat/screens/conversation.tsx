import { errorText } from "messages/error-text.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { notFound } from "../../guards.ts";
import { TalkingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { ConversationActs, ConversationView } from "../parts/conversation-view.tsx";
import { newClientId } from "../state/chat-shop.ts";
import type { Route } from "./+types/conversation";

const PICTURE_WORDS = [
  "picture_missing",
  "picture_unreadable",
  "picture_too_large",
  "pictures_few",
  "message_required",
  "chat_over",
  "too_many",
] as const;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  if (!/^[\w-]{22}$/.test(params.id)) throw await notFound(shop, "address");
  const [conversation, { user }] = await Promise.all([
    shop.chat.conversation({ id: params.id }),
    shop.identity.session({}),
  ]);
  const said = new URL(request.url).searchParams.get("picture");
  const key = PICTURE_WORDS.find((each) => each === said);
  const picture = key ? errorText(localeOf(context), key, { maximum: 5 }) : null;
  return { conversation, picture, is_member: user !== null && user !== undefined, client_id: newClientId() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { chat } = shopOf(context);
  const locale = localeOf(context);
  const { id } = params;
  const back = () => redirect(`${pathsIn(locale).chat(id)}#end`, 303);
  switch (form.intent) {
    case "send":
      return submit(form, chat.send, { id, ...sent(form, "client_id", "text") }, back);
    case "close":
      return submit(form, chat.close, { id }, back);
    case "rate":
      return submit(form, chat.rate, { id, ...sent(form, "good") }, back);
    case "mail":
      return submit(form, chat.mailTranscript, { id }, () => {
        flash(context, "success", messagesOf(locale).chat.mailed);
        return back();
      });
    default:
      return back();
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { chat } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: chat.title, description: chat.description, path: null });
};

export default function ConversationScreen({ loaderData }: Route.ComponentProps) {
  const { chat: words, common } = useMessages();
  const paths = usePaths();
  const problem = problemOf(useActionData());
  const { conversation, picture, is_member, client_id } = loaderData;
  const { id, with: name } = conversation;
  return (
    <div className="wrap stack-loose">
      <TalkingStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[{ text: common.home, to: paths.home() }, { text: words.title, to: paths.chat() }, { text: words.log }]}
      />
      <h1 className="h2">{name === null ? words.title : words.with({ name })}</h1>
      {picture !== null && (
        <Note tone="danger" role="alert">
          {picture}
        </Note>
      )}
      {problem && !problem.errors.text && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <div className="card chat-page">
        <ConversationView key={id} first={conversation} client_id={client_id} problem={problem} />
      </div>
      <ConversationActs conversation={conversation} client_id={client_id} can_mail={is_member} />
    </div>
  );
}
