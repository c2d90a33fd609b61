import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { conform } from "../conformance.ts";
import { meaningOf, nextAfter, reasonOf, reasonOfStop } from "./codes.ts";
import { mpgs } from "./mpgs.ts";
import { basicAuth, cardIn } from "./requests.ts";
import { mpgsServer, mpgsTestKeys, OPENED } from "./test-server.ts";

const server = await mpgsServer();
afterAll(() => server.close());
const env = { ...mpgsTestKeys, MPGS_URL: server.url, MPGS_PAGES_URL: server.url };

// What the gateway sends proves its sender alone, so nothing settles by it: card.test.ts plays it.
conform(mpgs, { folder: import.meta.dirname, config: { env }, start_answer: OPENED, message: null });

type Body = {
  result?: string;
  response?: { gatewayCode?: string; gatewayRecommendation?: string };
  transaction?: { authenticationStatus?: string };
  authentication?: { payerInteraction?: string };
};
type Vector = { id: string; kind: string; input: Record<string, unknown>; expected: Record<string, unknown> };
const { vectors } = JSON.parse(readFileSync(new URL("samples/vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const of = (kind: string) => vectors.filter((each) => each.kind === kind);

describe("the vendor's samples", () => {
  test.each(of("auth_header"))("$id: who asks", ({ input, expected }) => {
    const merchant = { merchant: String(input.merchant_id), password: String(input.api_password) };
    expect(basicAuth(merchant)).toBe(expected.Authorization);
  });

  test.each(of("next_step"))("$id: what comes next", ({ input, expected }) => {
    const { result, response, transaction, authentication } = input.body as Body;
    const said = {
      result,
      recommendation: response?.gatewayRecommendation,
      authentication: transaction?.authenticationStatus,
      interaction: authentication?.payerInteraction,
    };
    expect(nextAfter(input.after as "CHALLENGE_RETURN", said)).toBe(expected.next);
  });

  test.each(of("map_status"))("$id: what it means", ({ input, expected }) => {
    const { status, result, response } = input as { status?: string; result?: string; response?: Body["response"] };
    expect(meaningOf({ status, result, gateway_code: response?.gatewayCode })).toBe(expected.status);
  });

  test.each(of("amount_wire"))("$id: as it is, as text", ({ input, expected }) => {
    expect(String(input.amount_vnd)).toBe(expected.wire);
  });

  test("every kind of sample is played", () => {
    const played = ["auth_header", "next_step", "map_status", "amount_wire"];
    expect(vectors.filter(({ kind }) => !played.includes(kind))).toEqual([]);
  });
});

describe("3-D Secure", () => {
  test("a card without it is not taken, and one whose bank refused neither", () => {
    for (const authentication of ["AUTHENTICATION_NOT_SUPPORTED", "AUTHENTICATION_NOT_REQUIRED"]) {
      expect(nextAfter("INITIATE_AUTHENTICATION", { recommendation: "PROCEED", authentication })).toBe("STOP");
      expect(reasonOfStop({ authentication })).toBe("authentication_unavailable");
    }
    expect(nextAfter("AUTHENTICATE_PAYER", { recommendation: "DO_NOT_PROCEED_ABANDON_ORDER" })).toBe("STOP");
    expect(reasonOfStop({ authentication: "AUTHENTICATION_REJECTED" })).toBe("not_authenticated");
  });

  test("only an answer that says so leads on: one that is cut, or without a status, decides nothing", () => {
    for (const after of ["INITIATE_AUTHENTICATION", "AUTHENTICATE_PAYER", "CHALLENGE_RETURN"] as const) {
      expect(nextAfter(after, {})).toBeNull();
      expect(nextAfter(after, { recommendation: "PROCEED" })).toBeNull();
      expect(nextAfter(after, { authentication: "AUTHENTICATION_SUCCESSFUL" })).toBeNull();
    }
  });

  test("a challenge that goes on waits", () => {
    const said = { recommendation: "PROCEED", authentication: "AUTHENTICATION_PENDING" };
    expect(nextAfter("CHALLENGE_RETURN", said)).toBe("WAIT");
  });
});

test("what a declined card is told, and a code that is not listed", () => {
  expect(["INSUFFICIENT_FUNDS", "DECLINED", "BLOCKED", "SOMETHING_NEW"].map(reasonOf)).toEqual([
    ...["insufficient_funds", "declined", "risk", "declined"],
  ]);
  expect(meaningOf({ result: "SUCCESS" })).toBe("unknown");
  expect(meaningOf({ status: "SOMETHING_NEW" })).toBe("unknown");
});

test("a card is read only where its number is masked", () => {
  const answer = (number: string) => ({
    sourceOfFunds: { provided: { card: { brand: "VISA", number, expiry: { month: "1", year: "39" } } } },
  });
  expect(cardIn(answer("450875xxxxxx1019"))).toEqual({ brand: "VISA", last_four: "1019", expires: "2039-01" });
  expect(cardIn(answer("4508750015741019"))).toBeNull();
});
