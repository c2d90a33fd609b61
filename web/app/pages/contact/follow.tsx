/** A message that was sent, by its code and the phone number or e-mail address it came with: what was answered, and going on. */

import { rules as replyRules } from "virtual:field-rules/contact.reply";
import { rules } from "virtual:field-rules/contact.status";
import type { FollowedMessage } from "contract/contact/contact.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages } from "../../i18n.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";

/** `contact` is what its sender showed, for the form that goes on with it. */
export type Found = { message: FollowedMessage; contact: string };

type Props = { found: Found | undefined; problem: FormProblem | undefined; replyProblem: FormProblem | undefined };

export function Follow({ found, problem, replyProblem }: Props) {
  const { contact: words } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "status";
  useFocusFirstError(problem);
  return (
    <section id="tra-cuu" className="block stack" aria-labelledby="tra-cuu-title">
      <h2 id="tra-cuu-title">{words.look_up}</h2>
      {found && <Message found={found} />}
      {found?.message.can_reply && <Reply {...found} problem={replyProblem} />}
      {!found && (
        <CheckedForm rules={rules} problem={problem} className="card panel stack" action="#tra-cuu">
          <input type="hidden" name="intent" value="status" />
          <p className="muted">{words.look_up_text}</p>
          {problem?.code === "not_found" ? (
            <Note tone="danger" role="alert">
              <b>{words.not_found}</b>
              <p>{words.not_found_text}</p>
            </Note>
          ) : (
            <ProblemNote problem={problem} />
          )}
          <div className="fields">
            <TextInput
              {...field<"contact.status">(problem, "code")}
              label={words.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={12}
              required
            />
            <TextInput
              {...field<"contact.status">(problem, "contact")}
              label={words.contact}
              autoComplete="tel"
              maxLength={254}
              required
            />
          </div>
          <p>
            <Button variant="secondary" loading={busy} loadingText={words.looking}>
              {words.show}
            </Button>
          </p>
        </CheckedForm>
      )}
    </section>
  );
}

function Message({ found: { message } }: { found: Found }) {
  const { contact: words } = useMessages();
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  const { code, lines } = message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message, or one line more
  useEffect(() => heading.current?.focus(), [code, lines.length]);
  const isOpen = message.state !== "answered" && message.state !== "closed";
  return (
    <div className="card panel stack">
      <div className="between">
        <h3 className="h4" ref={heading} tabIndex={-1}>
          {code}
        </h3>
        <Badge>{words.states[message.state]}</Badge>
      </div>
      <p className="muted small">
        {words.about({ topic: words.topics[message.topic], time: formatDateTime(message.received_at, locale) })}
      </p>
      {isOpen && <p className="small">{words.due({ time: formatDateTime(message.due_at, locale) })}</p>}
      {message.extended && <Note tone="honey">{words.extended({ reason: message.extended })}</Note>}
      <ol className="stack">
        {lines.map(({ at, from, text }) => (
          <li key={`${at} ${from}`}>
            <p className="small muted">
              <b>{from === "shop" ? words.shop : words.you}</b> {formatDateTime(at, locale)}
            </p>
            <p className="written-text">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Reply({ message, contact, problem }: Found & { problem: FormProblem | undefined }) {
  const { contact: words } = useMessages();
  const busy = useNavigation().formData?.get("intent") === "reply";
  useFocusFirstError(problem);
  return (
    <CheckedForm rules={replyRules} problem={problem} className="card panel stack" action="#tra-cuu">
      <input type="hidden" name="intent" value="reply" />
      <input type="hidden" name={field<"contact.reply">(problem, "code").name} value={message.code} />
      <Hidden<"contact.reply"> name="contact" value={contact} />
      <ProblemNote problem={problem} />
      <TextArea
        key={message.lines.length}
        {...field<"contact.reply">(problem, "message")}
        id="reply"
        label={words.reply}
        rows={4}
        maxLength={1_000}
        required
      />
      <p>
        <Button variant="secondary" loading={busy} loadingText={words.sending}>
          {words.send_reply}
        </Button>
      </p>
    </CheckedForm>
  );
}
