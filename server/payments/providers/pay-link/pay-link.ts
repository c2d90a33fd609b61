/**
 * Paid later by a link, by the person who opens it, in any other way: it asks nobody and receives nothing itself, so money never
 * comes by its attempt. rules/payments#pay-links
 */
import { numbered, type Provider } from "../../provider.ts";
import { labels } from "./labels.ts";

export const payLink: Provider = {
  name: "pay-link",
  method: "pay_link",
  senders: {},
  labels,
  group: "later",
  logo: "pay-link",
  can: { refund: false, partial_refund: false, tokens: false, review: false },
  is_on_delivery: false,
  is_link: true,
  is_local: true,
  deadlineMinutes: ({ transfer_deadline_hours }) => transfer_deadline_hours * 60,
  page: null,
  makeReference: numbered,
  offer: () => ({ minimum: null, maximum: null }),
  createAdapter: () => ({ start: () => ({ kind: "link" }) }),
};
