import { Form } from "react-router";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { pictureAddress, sendPicture } from "../paths.ts";

type Props = {
  pictures: readonly string[];
  return_to: string;
  refused: string | null;
  /** Of a technician: the visit they are for. */
  visit?: string;
};

/** Posts to a route of the server, and comes back to this step with what was wrong. */
export function PicturesForm({ pictures, return_to, refused, visit }: Props) {
  const { household: words } = useMessages();
  const paths = usePaths();
  return (
    <section className="card panel stack" aria-labelledby={`anh-${visit ?? "may"}`} id="anh">
      <h3 id={`anh-${visit ?? "may"}`} className="h4">
        {visit ? words.pictures : words.step_pictures}
      </h3>
      {pictures.length > 0 && <Pictures pictures={pictures} removable={visit === undefined} />}
      <form method="post" encType="multipart/form-data" action={sendPicture} className="stack">
        <input type="hidden" name="return_to" value={paths.link(return_to)} />
        {visit && <Hidden<"service.visit"> name="id" value={visit} />}
        <Field
          id={`picture-${visit ?? "own"}`}
          label={words.picture}
          help={visit ? undefined : words.pictures_text}
          error={refused}
        >
          {(control) => (
            <input
              {...control}
              className="input file-input"
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
              multiple
              required
            />
          )}
        </Field>
        <p>
          <Button variant="secondary">{words.add_pictures}</Button>
        </p>
      </form>
    </section>
  );
}

export function Pictures({ pictures, removable }: { pictures: readonly string[]; removable: boolean }) {
  const { household: words } = useMessages();
  return (
    <ul className="row row-wrap ticket-pictures">
      {pictures.map((key, at) => (
        <li key={key} className="stack">
          <a href={pictureAddress(key)} target="_blank" rel="noreferrer">
            <img
              src={pictureAddress(key)}
              alt={words.picture_alt({ number: at + 1 })}
              width={96}
              height={96}
              loading="lazy"
            />
          </a>
          {removable && (
            <Form method="post" action="#anh">
              <Button variant="ghost" size="small" name="intent" value={`remove:${key}`}>
                {words.remove_picture({ number: at + 1 })}
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
