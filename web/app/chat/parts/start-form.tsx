import type { ChatHours } from "contract/chat/chat.ts";
import { MAX_MESSAGE } from "contract/chat/chat-words.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { type FormEvent, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Select, TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";

export type Place = { value: string; text: string };

type Props = {
  hours: ChatHours;
  known: { phone: string; city_code: string };
  places: readonly Place[];
  client_id: string;
  problem: FormProblem | undefined;
  busy?: boolean;
  /** In the panel: sends the form beside the page. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
};

/** Before the first message: phone and province, required; outside the hours a message is left. Spec §5 */
export function StartForm({ hours, known, places, client_id, problem, busy = false, onSubmit }: Props) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const isSent = useNavigation().formAction?.startsWith(paths.chat()) ?? false;
  useFocusFirstError(problem);
  const { open, away, opens_at, answer_by } = hours;
  const time = (at: string) => formatDateTime(new Date(at), locale);
  return (
    <Form ref={form} method="post" action={paths.chat()} className="chat-form stack" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={open ? "start" : "leave"} />
      <Hidden<"chat.start"> name="client_id" value={client_id} />
      <input type="hidden" name="idempotency_key" value={client_id} />
      <p className="small row">
        <span className={open ? "chat-dot" : "chat-dot chat-dot-off"} />
        {open || away === null ? words.hours_open : words.away[away]}
        {opens_at !== null && ` · ${words.opens_at({ time: time(opens_at) })}`}
      </p>
      {open ? <p>{words.intro}</p> : <Note icon="clock">{words.left_intro({ time: time(answer_by) })}</Note>}
      <ProblemNote problem={problem} />
      <TextInput
        {...field<"chat.start">(problem, "phone", known.phone.replace(/^\+84/, "0"))}
        id="chat-phone"
        label={words.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        required
      />
      <Select
        {...field<"chat.start">(problem, "city_code", known.city_code)}
        id="chat-city"
        label={words.city}
        placeholder={words.choose_city}
        options={places}
        required
      />
      <TextArea
        {...field<"chat.start">(problem, "text")}
        id="chat-question"
        label={words.question}
        {...(open && { optional: words.optional })}
        placeholder={words.question_example}
        rows={3}
        maxLength={MAX_MESSAGE}
        required={!open}
      />
      <CaptchaStep problem={problem} form={form} action="chat" />
      <Button full loading={busy || isSent} loadingText={open ? words.starting : words.leaving}>
        {open ? words.start : words.leave}
      </Button>
      <p className="small muted">
        {words.stored}{" "}
        <a className="link" href={paths.privacy()}>
          {words.policy}
        </a>
      </p>
    </Form>
  );
}
