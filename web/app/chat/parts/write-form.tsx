import { MAX_CHAT_PICTURES, MAX_MESSAGE } from "contract/chat/chat-words.ts";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { Form } from "react-router";
import { type FormProblem, field } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { chatPictures } from "../paths.ts";

type Props = {
  id: string;
  /** Of the message that is written now, for a browser without scripts. */
  client_id: string;
  problem: FormProblem | undefined;
  onWrite: (text: string, pictures: readonly string[]) => void;
  onType: () => void;
};

/**
 * Where a message is written. Without scripts its buttons post it; with them it is sent beside the page. Enter sends where there
 * is a keyboard, Shift Enter begins a line.
 */
export function WriteForm({ id, client_id, problem, onWrite, onType }: Props) {
  const { chat: words } = useMessages();
  const paths = usePaths();
  const form = useRef<HTMLFormElement>(null);
  const { refused, upload } = usePictures(id);
  const [isUploading, setUploading] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const text = String(new FormData(element).get("text") ?? "").trim();
    const files = [...(element.querySelector<HTMLInputElement>("input[type=file]")?.files ?? [])];
    if (text === "" && files.length === 0) return;
    setUploading(files.length > 0);
    const pictures = files.length > 0 ? await upload(files) : [];
    setUploading(false);
    if (pictures === null) return; // what was typed and chosen stays
    onWrite(text, pictures);
    element.reset();
    element.querySelector<HTMLTextAreaElement>("textarea")?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!matchMedia("(hover: hover)").matches) return;
    event.preventDefault();
    form.current?.requestSubmit();
  }

  return (
    <Form
      ref={form}
      method="post"
      action={paths.chat(id)}
      className="chat-write"
      data-keeps
      onSubmit={onSubmit}
      noValidate
    >
      {refused && (
        <Note tone="danger" role="alert">
          {refused}
        </Note>
      )}
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="return_to" value={paths.chat(id)} />
      <Hidden<"chat.send"> name="client_id" value={client_id} />
      <input type="hidden" name="idempotency_key" value={client_id} />
      <TextArea
        {...field<"chat.send">(problem, "text")}
        id="chat-text"
        label={words.write}
        hideLabel
        placeholder={words.write}
        rows={2}
        maxLength={MAX_MESSAGE}
        onInput={onType}
        onKeyDown={onKeyDown}
      />
      <div className="between row-wrap">
        <details className="chat-files">
          <summary className="link small">{words.add_pictures}</summary>
          <input
            className="input file-input"
            type="file"
            name="picture"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            aria-label={words.add_pictures}
            aria-describedby="chat-pictures-help"
          />
          <p className="field-help" id="chat-pictures-help">
            {words.pictures_help}
          </p>
          <noscript>
            <Button variant="tinted" size="small" formAction={chatPictures(id)} formEncType="multipart/form-data">
              {words.send_pictures}
            </Button>
          </noscript>
        </details>
        <Button loading={isUploading} loadingText={words.sending}>
          {words.send}
        </Button>
      </div>
    </Form>
  );
}

/** Sends pictures for a message. Null where they are refused, and `refused` says why. */
function usePictures(id: string) {
  const { chat: words } = useMessages();
  const [refused, setRefused] = useState<string | null>(null);
  async function upload(files: readonly File[]): Promise<string[] | null> {
    const body = new FormData();
    for (const file of files.slice(0, MAX_CHAT_PICTURES)) body.append("picture", file);
    try {
      const headers = { accept: "application/json", "accept-language": document.documentElement.lang };
      const answer = await fetch(chatPictures(id), { method: "POST", body, headers });
      const { data, message } = (await answer.json()) as { data?: { pictures: string[] }; message?: string };
      setRefused(data ? null : (message ?? words.problem));
      return data?.pictures ?? null;
    } catch {
      setRefused(words.lost);
      return null;
    }
  }
  return { refused, upload };
}
