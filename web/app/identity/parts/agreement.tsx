import { useMessages, usePaths } from "../../i18n.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";

/** Code of the policy, which is its address too. */
const terms = "dieu-khoan";

/** Links open beside the form, so that nothing typed is lost. */
export function AgreementLinks({ and }: { and: string }) {
  const { identity: words } = useMessages();
  const paths = usePaths();
  return (
    <>
      <a className="link" href={paths.information(terms)} target="_blank" rel="noopener">
        {words.agree_terms}
        <VisuallyHidden> ({words.opens_new_tab})</VisuallyHidden>
      </a>
      {and}
      <a className="link" href={paths.privacy()} target="_blank" rel="noopener">
        {words.agree_privacy}
        <VisuallyHidden> ({words.opens_new_tab})</VisuallyHidden>
      </a>
    </>
  );
}
