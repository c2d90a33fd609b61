/** The title of a page, in the language of its data. */
import { officeMessagesOf } from "messages/office/messages.ts";
import type { RootData } from "../root.tsx";

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** `export const meta = titled(({ frame }) => frame.nav.home)`. */
export function titled(page: (messages: ReturnType<typeof officeMessagesOf>) => string) {
  return ({ matches }: { matches: Matches }) => {
    const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
    const messages = officeMessagesOf(root?.language ?? "vi");
    return [{ title: messages.frame.title({ page: page(messages), shop: root?.shop_name ?? "" }) }];
  };
}
