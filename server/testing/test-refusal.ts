/** The refusal a test expects instead of an answer. */
import { isWireFailure, type WireFailure } from "contract/errors.ts";
import { expect } from "vitest";

export async function refusal(call: Promise<unknown>): Promise<WireFailure> {
  const failure = await call.then(
    () => expect.unreachable("the call was to be refused"),
    (error: unknown) => error,
  );
  if (!isWireFailure(failure)) throw failure;
  return failure;
}

export async function refusalCode(call: Promise<unknown>): Promise<string> {
  return (await refusal(call)).body.code;
}
