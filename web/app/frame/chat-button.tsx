import { useMessages, usePaths } from "../i18n.tsx";
import { Icon } from "../ui/icon.tsx";

/** A link to the chat's page, above what is fixed at the foot; chat-launcher.tsx opens it over the page. */
export function ChatButton() {
  const { common } = useMessages();
  const paths = usePaths();
  return (
    <a className="chat-button" href={paths.chat()} aria-label={common.chat} rel="nofollow" data-chat="" data-hydrate="">
      <Icon name="chat" />
    </a>
  );
}
