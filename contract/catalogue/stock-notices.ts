/** Being told when a variant that is sold out can be bought again. rules/catalogue#stock-notices */
import { z } from "zod";
import { type Call, call } from "../call.ts";
import { locale, rowNumber } from "../values/fields.ts";
import { ProductCard } from "./catalogue.ts";

const lang = locale.optional();
const product_id = rowNumber;

export const stockNotices = {
  askStockNotice: call("POST /v1/client/stock-notices", {
    summary: "Tell the caller once when a variant that is sold out can be bought again",
    details: "At most 20 that wait and 10 asked for within 24 hours. Asking again for one that waits changes nothing.",
    who: "customer",
    input: z.object({ product_id, lang }),
    output: z.object({ product_id: z.int(), name: z.string() }),
    errors: ["not_found", "conflict", "above_maximum"],
    limit: { times: 60, seconds: 3600, per: "session" },
    example: { input: { product_id: 1081 } },
  }),
  stockNotices: call("GET /v1/client/stock-notices", {
    summary: "The variants the caller waits for, the newest first",
    who: "customer",
    input: z.object({ lang }),
    output: z.array(ProductCard),
    example: { input: {} },
  }),
  forgetStockNotice: call("DELETE /v1/client/stock-notices", {
    summary: "Do not tell the caller after all; safe to repeat",
    who: "customer",
    input: z.object({ product_id, lang }),
    output: z.object({ product_id: z.int() }),
    example: { input: { product_id: 1081 } },
  }),
} satisfies Record<string, Call>;
