/** The catalogue for lists of pages, which go on without it where there is none. */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";

export async function liveBook(shop: Shop): Promise<{ season: string } | null> {
  try {
    const { season } = await shop.pages.book({});
    return { season };
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** A loader's shop answers a missing page with what the router shows for it. */
function isNotFound(error: unknown): boolean {
  if (isWireFailure(error)) return error.status === 404;
  return (error as { init?: { status?: unknown } } | null)?.init?.status === 404;
}
