/** Cash on delivery: the carrier collects it, so nothing is asked before and no ipn comes. rules/payments#cash-limit */
import { numbered, type Provider } from "../../provider.ts";
import { labels } from "./labels.ts";

export const cash: Provider = {
  name: "cash",
  method: "cod",
  senders: {},
  labels,
  group: "later",
  logo: "cod",
  can: { refund: false, partial_refund: false, tokens: false, review: false },
  is_on_delivery: true,
  is_local: true,
  deadlineMinutes: () => null,
  page: null,
  makeReference: numbered,
  offer: ({ limits }) => ({ minimum: null, maximum: limits.cod_max }),
  createAdapter: () => ({ start: () => ({ kind: "none" }) }),
};
