/** Addresses that only these screens know: no other page loads them. Those of pages are Vietnamese, without a language. */
import { queryText } from "../paths.ts";

type Query = Readonly<Record<string, string>>;

export const bookingPath = (query?: Query): string => `/chuyen-dien-gia-dung${queryText(query)}`;
export const ownTicketsPath = "/chuyen-dien-gia-dung/yeu-cau";
export const ticketPath = (code: string, query?: Query): string =>
  `${ownTicketsPath}/${encodeURIComponent(code)}${queryText(query)}`;
export const visitPath = (id: string): string => `/tho/${encodeURIComponent(id)}`;
/** A route of the server. */
export const sendPicture = "/v1/client/service-picture";
export const pictureAddress = (key: string): string => `/uploads/${key}`;
