import { messagesAt, useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = (args) => {
  const { account } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: account.title, description: account.description, path: null });
};

/** On a phone the menu above is the page; a wide screen also shows what is going on. */
export default function AccountHomeScreen() {
  const { account } = useMessages();
  return <h1 className="h2">{account.title}</h1>;
}
