/** The language of the office's pages: the person's own setting. `const { frame, staff } = useOfficeMessages()`. */
import { type OfficeLanguage, type OfficeMessages, officeMessagesOf } from "messages/office/messages.ts";
import { createContext, type ReactNode, useContext } from "react";
import { type RouteContext, requestContext } from "./context.ts";

const LanguageContext = createContext<OfficeLanguage>("vi");

export function SpeakOffice({ language, children }: { language: OfficeLanguage; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): OfficeLanguage {
  return useContext(LanguageContext);
}

export function useOfficeMessages(): OfficeMessages {
  return officeMessagesOf(useContext(LanguageContext));
}

/** For loaders and actions. */
export function messagesIn(context: RouteContext): OfficeMessages {
  return officeMessagesOf(context.get(requestContext).language);
}
