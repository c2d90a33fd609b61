/** What routes for files share: parts of a form as they come, and what their reader refuses. Needs @fastify/multipart. */
import { isShopError, ShopError } from "contract/errors.ts";
import type { FastifyRequest } from "fastify";

/** Whatever the reader stumbles over was sent so, even where it says no more than what its own search could not do. */
export async function* partsOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw new ShopError("unsupported_media");
  try {
    yield* request.parts();
  } catch (error) {
    if (typeof (error as { statusCode?: unknown }).statusCode === "number") throw error;
    throw new ShopError("malformed", { cause: error });
  }
}

/** What the reader of forms refuses: too large a file (`tooLarge`), too many parts, a body that ends in the middle. */
export function refusalOfForm(error: unknown, tooLarge: () => ShopError): unknown {
  if (isShopError(error)) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge();
  if (typeof statusCode === "number" && statusCode < 500) return new ShopError("malformed", { cause: error });
  if (error instanceof Error && /multipart|form/i.test(error.message))
    return new ShopError("malformed", { cause: error });
  return error;
}
