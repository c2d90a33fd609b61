/** Routes of the server that only these screens know: no other page loads their paths. */
import type { Locale } from "contract/values/locale.ts";

export const chatPictures = (id: string): string => `/v1/client/chat/${id}/pictures`;

export const chatEvents = (id: string, after: number, locale: Locale): string =>
  `/v1/client/chat/${id}/events?after=${after}&lang=${locale}`;
