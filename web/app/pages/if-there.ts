import { isWireFailure } from "contract/errors.ts";

/** For a list of pages, which goes on without one that is not there: what was asked for, or null. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
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
