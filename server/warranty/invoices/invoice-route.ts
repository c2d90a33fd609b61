/**
 * The route for invoices: a plain form posts here without any script and is sent back to its page; every other client gets
 * the key as JSON. Spec §7 generic multipart upload; rules/warranty#invoices
 */
import multipart from "@fastify/multipart";
import { isShopError, ShopError } from "contract/errors.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { MAX_INVOICE_BYTES } from "contract/warranty/warranty-words.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { takeLimit } from "../../calls/limits.ts";
import type { Ctx } from "../../kernel/context.ts";
import { partsOf, refusalOfForm } from "../../platform/multipart.ts";
import { rejectCrossSiteWrites } from "../../platform/response-headers.ts";
import { maintenance } from "../../platform/settings.ts";
import { holdInvoice, invoiceRefused } from "./invoices.ts";

const limit = { times: 20, seconds: 3600, per: "client" } as const;
const MAX_FIELDS = 5;
const MAX_FIELD_BYTES = 2_000;

type CtxOf = (request: FastifyRequest) => Ctx;
type Form = { fields: Record<string, string>; file: Buffer | null };

export function receiveInvoices(app: FastifyInstance, ctxOf: CtxOf): void {
  app.register(async (forms) => {
    await forms.register(multipart, {
      limits: {
        ...{ fileSize: MAX_INVOICE_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
        parts: MAX_FIELDS + 1,
      },
    });
    forms.post("/v1/client/warranty/invoice", (request, reply) => receive(ctxOf(request), request, reply));
  });
}

async function receive(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  rejectCrossSiteWrites(request, ctx.config);
  const form: Form = { fields: {}, file: null };
  const isPage = request.headers.accept?.includes("text/html") === true;
  try {
    if (await maintenance(ctx)) throw new ShopError("maintenance", { retry_after_seconds: 300 });
    await takeLimit(ctx, "warranty.invoice", limit);
    await read(request, form);
    if (form.file === null) throw invoiceRefused("invoice_missing");
    const invoice = await holdInvoice(ctx, form.fields.serial ?? "", form.file);
    if (isPage) return goBack(reply, form.fields.return_to, "added");
    return reply.header("cache-control", "no-store").send({ data: { invoice } });
  } catch (error) {
    request.raw.resume(); // a client that still sends must be able to finish, or never reads the answer
    const refused = refusalOfForm(error, () => invoiceRefused("invoice_too_large"));
    if (!isPage || !isShopError(refused)) throw refused;
    return goBack(reply, form.fields.return_to, refused.message_key);
  }
}

/** Fields may come before and after the file. */
async function read(request: FastifyRequest, form: Form): Promise<void> {
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const bytes = await part.toBuffer();
      if (part.fieldname === "invoice" && bytes.length > 0) form.file = bytes;
    } else if (typeof part.value === "string") form.fields[part.fieldname] = part.value;
  }
}

/** The word takes the place of an older one. */
function goBack(reply: FastifyReply, returnTo: string | undefined, word: string): FastifyReply {
  const address = new URL(sameSitePath(returnTo, "/dang-ky-bao-hanh"), "http://shop");
  address.searchParams.set("invoice", word);
  return reply.redirect(address.pathname + address.search, 303);
}
