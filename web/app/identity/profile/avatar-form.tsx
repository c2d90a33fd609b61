import { useEffect, useRef, useState } from "react";
import { initials } from "../../frame/account/account-card.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";

type Props = {
  /** Whose picture: its initials stand in for one. */
  name: string;
  avatar_url: string | null;
  /** What the server says of the picture that was sent: `saved`, `removed`, or what was wrong with it. */
  word: string | null;
};

/** Sent as multipart to the server's own route, which redirects back here: with and without script. */
export function AvatarForm({ name, avatar_url, word }: Props) {
  const { profile: words } = useMessages();
  const paths = usePaths();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState("");
  useEffect(() => {
    setChosen(field.current?.files?.[0]?.name ?? ""); // picked before hydration
  }, []);
  return (
    <div className="stack" id="picture">
      <AvatarWord word={word} />
      <div className="row row-wrap">
        <span className="avatar">
          {avatar_url ? (
            <img src={avatar_url} alt={words.picture} width={72} height={72} />
          ) : (
            <span className="h2" aria-hidden="true">
              {name ? initials(name) : <Icon name="user" size={36} />}
            </span>
          )}
        </span>
        <form className="row row-wrap grow" method="post" action={paths.sendAvatar()} encType="multipart/form-data">
          <input type="hidden" name="return_to" value={paths.profile()} />
          <label className="button button-secondary file-button">
            <Icon name="camera" />
            <span className="one-line">{chosen || words.choose_picture}</span>
            <input
              ref={field}
              type="file"
              name="avatar"
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
              aria-label={words.picture}
              aria-describedby="avatar-help"
              onChange={(event) => setChosen(event.currentTarget.files?.[0]?.name ?? "")}
              required
            />
          </label>
          <Button variant="tinted">{words.send_picture}</Button>
        </form>
        {avatar_url && (
          <form method="post" action={paths.sendAvatar()} encType="multipart/form-data">
            <input type="hidden" name="return_to" value={paths.profile()} />
            <Button variant="ghost" icon="trash" name="intent" value="remove_avatar">
              {words.remove_picture}
            </Button>
          </form>
        )}
      </div>
      <p className="field-help" id="avatar-help">
        {words.picture_help}
      </p>
    </div>
  );
}

function AvatarWord({ word }: Pick<Props, "word">) {
  const { profile: words } = useMessages();
  if (word === null) return null;
  if (word === "saved" || word === "removed") {
    return (
      <Note tone="ok" role="status">
        {word === "saved" ? words.picture_saved : words.picture_removed}
      </Note>
    );
  }
  const known = Object.hasOwn(words.picture_problems, word);
  return (
    <Note tone="danger" role="alert">
      {known ? words.picture_problems[word as keyof typeof words.picture_problems] : words.picture_failed}
    </Note>
  );
}
