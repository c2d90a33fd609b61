/** One request to the gateway, and its answer read: HTTP Basic, JSON both ways. What cannot be read says nothing. */
import { z } from "zod";
import type { Http } from "../../provider.ts";
import type { Said } from "./codes.ts";

export type Merchant = {
  /** REST and script of the gateway; they differ only where a gateway is simulated. */
  url: string;
  pagesUrl: string;
  version: string;
  merchant: string;
  password: string;
  /** Proves what the gateway sends. */
  secret: string;
};

const text = z.string().optional().catch(undefined);
const amount = z.coerce.number().int().nonnegative().optional().catch(undefined);
const Card = z.object({ brand: text, number: text, expiry: z.object({ month: text, year: text }).optional() });
const Transaction = z.object({
  result: text,
  response: z.object({ gatewayCode: text, gatewayRecommendation: text }).optional(),
  transaction: z.object({ id: text, type: text, receipt: text, amount, authenticationStatus: text }).optional(),
});
/** Only what the shop uses: everything else of the answer is dropped. */
const Answer = Transaction.extend({
  id: text,
  status: text,
  amount,
  totalCapturedAmount: amount,
  totalRefundedAmount: amount,
  order: z
    .object({ id: text, status: text, amount, totalCapturedAmount: amount, authenticationStatus: text })
    .optional(),
  authentication: z.object({ payerInteraction: text, redirectHtml: text }).optional(),
  session: z.object({ id: text, updateStatus: text }).optional(),
  sourceOfFunds: z.object({ provided: z.object({ card: Card.optional() }).optional() }).optional(),
  error: z.object({ cause: text, explanation: text }).optional(),
  token: text,
  /** Of an order: each of its transactions, the oldest first. */
  transactions: z.array(Transaction).optional(),
});
export type Answer = z.infer<typeof Answer>;

export const basicAuth = ({ merchant, password }: Pick<Merchant, "merchant" | "password">): string =>
  `Basic ${Buffer.from(`merchant.${merchant}:${password}`).toString("base64")}`;

type GatewayRequest = { method: "GET" | "POST" | "PUT" | "DELETE"; path: string; body?: object };
const TIMEOUT_MS = 20_000; // an issuer answers within it or not at all

/** Null: nothing is known. `status` is HTTP's: a refusal of the request itself is 4xx with an `error`. */
export async function called(
  shop: Merchant,
  { method, path, body }: GatewayRequest,
  http: Http,
): Promise<{ status: number; answer: Answer } | null> {
  const url = `${shop.url}/api/rest/version/${shop.version}/merchant/${encodeURIComponent(shop.merchant)}${path}`;
  try {
    const { status, text } = await http(url, {
      method,
      headers: { authorization: basicAuth(shop), "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      ...(method === "GET" ? {} : { timeout_ms: TIMEOUT_MS }),
    });
    if (status >= 500) return null;
    const read = Answer.safeParse(renamed(JSON.parse(text)));
    return read.success ? { status, answer: read.data } : null;
  } catch {
    return null; // a timeout says nothing of the money
  }
}

/** An order's list of transactions is called `transaction`, as the one transaction of another answer is. */
function renamed(json: unknown): unknown {
  if (typeof json !== "object" || json === null || !("transaction" in json) || !Array.isArray(json.transaction)) {
    return json;
  }
  const { transaction, ...rest } = json;
  return { ...rest, transactions: transaction };
}

export function saidIn(answer: z.infer<typeof Transaction> & Partial<Pick<Answer, "authentication" | "order">>): Said {
  return {
    result: answer.result,
    gateway_code: answer.response?.gatewayCode,
    recommendation: answer.response?.gatewayRecommendation,
    authentication: answer.transaction?.authenticationStatus ?? answer.order?.authenticationStatus,
    interaction: answer.authentication?.payerInteraction,
  };
}

const BRANDS = /^[A-Z][A-Z_ ]{1,30}$/;

/** As the gateway reports it: no number, only its last four digits. Null where one of the three is missing. */
export function cardIn({ sourceOfFunds }: Answer): { brand: string; last_four: string; expires: string } | null {
  const { brand = "", number = "", expiry } = sourceOfFunds?.provided?.card ?? {};
  const last_four = /(\d{4})$/.exec(number)?.[1];
  const isMasked = /^[\d]{0,8}[^\d]+\d{4}$/.test(number);
  const [month, year] = [expiry?.month?.padStart(2, "0") ?? "", expiry?.year?.padStart(2, "0").slice(-2) ?? ""];
  if (!last_four || !isMasked || !BRANDS.test(brand) || !/^(0[1-9]|1[0-2])$/.test(month) || !/^\d\d$/.test(year)) {
    return null;
  }
  return { brand, last_four, expires: `20${year}-${month}` };
}
