import fc from "fast-check";
import { UNSAFE_decodeViaTurboStream as decode } from "react-router";
import { expect, test } from "vitest";
import { handedOver } from "./hand-off.ts";

test("the waking page reads what the server has written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (data) => {
      const json = JSON.stringify(data).replaceAll("__proto__", "proto"); // no field of ours
      const { value } = await decode(handedOver(json), globalThis as unknown as Window);
      expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(json));
    }),
  );
});
