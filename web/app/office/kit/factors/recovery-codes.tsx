import { Link } from "react-router";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";

/** Shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { access } = useOfficeMessages();
  const said = access.recovery;
  return (
    <>
      <h1>{said.title}</h1>
      <p className="small muted">{said.text}</p>
      <ul className="recovery-codes num">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label={said.copy} what={said.title} copied={said.copied} />
      <Link className="button button-primary button-full" to={paths.home()} reloadDocument>
        {said.kept}
      </Link>
    </>
  );
}
