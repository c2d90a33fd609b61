/**
 * From what was thrown to what a caller reads: status, code, texts in the caller's language. What is not a ShopError is
 * a bug: logged with its request id, answered 500 with that id and nothing else. Spec §8; rules/wire#errors
 */
import { errorStatus, isShopError, ShopError, type WireError } from "contract/errors.ts";
import { isLocale, type Locale } from "contract/values/locale.ts";
import { errorText } from "messages/error-text.ts";
import type { Ctx } from "../kernel/context.ts";

export type Failure = { status: number; body: WireError; retry_after_seconds: number | undefined };

type Speaker = Pick<Ctx, "locale" | "log" | "request_id">;

/** `input` may name the language itself (`lang`), which wins over the header's. */
export function errorToWire(ctx: Speaker, error: unknown, input?: unknown): Failure {
  const lang = (input as { lang?: unknown } | undefined)?.lang;
  const locale: Locale = typeof lang === "string" && isLocale(lang) ? lang : ctx.locale;
  if (isShopError(error)) return shopFailure(error, locale, ctx.request_id);
  if (isNoText(error)) return shopFailure(new ShopError("malformed", { cause: error }), locale, ctx.request_id);
  if (isOverload(error)) {
    ctx.log.error({ err: error, request_id: ctx.request_id }, "unavailable");
    const message = errorText(locale, "unavailable");
    return { status: 503, body: { code: "unavailable", message, request_id: ctx.request_id }, retry_after_seconds: 5 };
  }
  ctx.log.error({ err: error, request_id: ctx.request_id }, "unexpected error");
  const message = errorText(locale, "internal");
  return {
    status: 500,
    body: { code: "internal", message, request_id: ctx.request_id },
    retry_after_seconds: undefined,
  };
}

function shopFailure(error: ShopError, locale: Locale, request_id: string): Failure {
  const body: WireError = { code: error.code, message: errorText(locale, error.message_key, error.params), request_id };
  const fields = Object.entries(error.fields);
  if (fields.length > 0) {
    body.errors = Object.fromEntries(
      fields.map(([field, problems]) => [field, problems.map((p) => errorText(locale, p.key, p.params, field))]),
    );
  }
  if (error.code === "maintenance") body.maintenance = true;
  if (error.code === "approval_asked") body.approval_id = String(error.params.code);
  return { status: errorStatus[error.code], body, retry_after_seconds: error.retry_after_seconds };
}

/** A NUL byte somewhere in what was sent: no text to PostgreSQL (22021), nor inside a JSON value (22P05). */
function isNoText(error: unknown): boolean {
  return ["22021", "22P05"].includes(String((error as { code?: unknown } | null)?.code ?? ""));
}

/** pg-pool says so in words only: every connection was in use for as long as we wait. */
const POOL_IS_FULL = "timeout exceeded when trying to connect";

/** The database is away, full or too slow: the caller may repeat, nothing was decided. */
function isOverload(error: unknown): boolean {
  if (error instanceof Error && error.message === POOL_IS_FULL) return true;
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return (
    code.startsWith("08") ||
    code.startsWith("53") ||
    ["57P01", "57P03", "55P03", "57014", "ECONNREFUSED"].includes(code)
  );
}
