import { isWireFailure } from "contract/errors.ts";
import { Link } from "react-router";
import { Note } from "../../../ui/text/note.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";

export type Over = { over: string };

/** What a link of an e-mail says; a link that was used, has lapsed or never was one says that instead. */
export async function openLink<Shown>(read: () => Promise<Shown>): Promise<Shown | Over> {
  try {
    return await read();
  } catch (error) {
    if (isWireFailure(error) && error.status < 500) return { over: error.body.message };
    throw error;
  }
}

export function LinkOver({ over }: Over) {
  const { access } = useOfficeMessages();
  return (
    <>
      <h1>{access.link_over}</h1>
      <Note tone="danger" role="alert">
        {over}
      </Note>
      <p className="small text-centre">
        <Link className="link" to={paths.signIn()}>
          {access.to_sign_in}
        </Link>
      </p>
    </>
  );
}
