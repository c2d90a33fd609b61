/**
 * The steps between the card's fields and the money: look at the session, ask whether the card can be authenticated, have
 * the payer authenticated, pay. Every number and sum is the attempt's: the browser brings none of them. Each step may be
 * repeated, because the gateway answers the same numbers with the same result.
 */
import type { Attempt, CardStep, CardStepAsked, Http } from "../../provider.ts";
import { type After, meaningOf, nextAfter, reasonOf, reasonOfStop } from "./codes.ts";
import { type Answer, called, cardIn, type Merchant, saidIn } from "./requests.ts";

const UNKNOWN: CardStep = { next: "unknown" };
const AUTHENTICATION = "auth-1";
const PAYMENT = "pay-1";

export function cardStep(shop: Merchant, attempt: Attempt, asked: CardStepAsked, http: Http): Promise<CardStep> {
  switch (asked.name) {
    case "check":
      return check(shop, attempt, asked, http);
    case "initiate":
      return initiate(shop, attempt, asked, http);
    case "authenticate":
      return authenticate(shop, attempt, asked, http);
    case "challenged":
      return challenged(shop, attempt, http);
    case "pay":
      return pay(shop, attempt, asked, http);
  }
}

type Of<Name extends CardStepAsked["name"]> = Extract<CardStepAsked, { name: Name }>;

/** The sum is written into the session anew: what a browser did with it does not matter. */
async function check(shop: Merchant, attempt: Attempt, { session }: Of<"check">, http: Http): Promise<CardStep> {
  const order = { id: attempt.provider_ref, amount: String(attempt.amount), currency: "VND" };
  const told = await called(shop, { method: "PUT", path: `/session/${session}`, body: { order } }, http);
  if (told?.answer.session?.updateStatus !== "SUCCESS") return UNKNOWN;
  const got = await called(shop, { method: "GET", path: `/session/${session}` }, http);
  if (!got || got.answer.session?.id !== session) return UNKNOWN;
  const card = cardIn(got.answer);
  return card ? { next: "initiate", card } : { next: "card" };
}

function fundsOf({ session, token }: { session: string; token?: string | undefined }) {
  return token === undefined
    ? { session: { id: session } }
    : { session: { id: session }, sourceOfFunds: { type: "CARD", token } };
}

async function initiate(shop: Merchant, attempt: Attempt, asked: Of<"initiate">, http: Http): Promise<CardStep> {
  const body = {
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { acceptVersions: "3DS1,3DS2", channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
    correlationId: attempt.provider_ref,
    order: { currency: "VND" },
    ...fundsOf(asked),
  };
  const got = await called(shop, { method: "PUT", path: transaction(attempt, AUTHENTICATION), body }, http);
  return stepAfter("INITIATE_AUTHENTICATION", got);
}

async function authenticate(
  shop: Merchant,
  attempt: Attempt,
  asked: Of<"authenticate">,
  http: Http,
): Promise<CardStep> {
  const { browser } = asked;
  const body = {
    apiOperation: "AUTHENTICATE_PAYER",
    authentication: { redirectResponseUrl: `${attempt.return_url}?order=${encodeURIComponent(attempt.provider_ref)}` },
    correlationId: attempt.provider_ref,
    device: {
      browser: browser.user_agent,
      ipAddress: attempt.client_address,
      browserDetails: {
        "3DSecureChallengeWindowSize": "FULL_SCREEN",
        acceptHeaders: "text/html",
        colorDepth: browser.colour_depth,
        javaEnabled: false,
        language: browser.language,
        screenHeight: browser.screen_height,
        screenWidth: browser.screen_width,
        timeZone: browser.time_zone_minutes,
      },
    },
    order: { amount: String(attempt.amount), currency: "VND" },
    ...fundsOf(asked),
  };
  const got = await called(shop, { method: "PUT", path: transaction(attempt, AUTHENTICATION), body }, http);
  return stepAfter("AUTHENTICATE_PAYER", got);
}

/** What the browser brought back from the issuer proves nothing: the gateway says how the challenge ended. */
async function challenged(shop: Merchant, attempt: Attempt, http: Http): Promise<CardStep> {
  return stepAfter(
    "CHALLENGE_RETURN",
    await called(shop, { method: "GET", path: transaction(attempt, AUTHENTICATION) }, http),
  );
}

const transaction = ({ provider_ref }: Attempt, id: string): string => `/order/${provider_ref}/transaction/${id}`;

function stepAfter(after: After, got: { status: number; answer: Answer } | null): CardStep {
  if (!got) return UNKNOWN;
  const said = saidIn(got.answer);
  const html = got.answer.authentication?.redirectHtml;
  switch (nextAfter(after, said)) {
    case "AUTHENTICATE_PAYER":
      return { next: "authenticate", html };
    case "SHOW_CHALLENGE":
      return html === undefined ? UNKNOWN : { next: "challenge", html };
    case "PAY":
      return { next: "pay" };
    case "WAIT":
      return { next: "wait" };
    case "STOP":
      return { next: "stop", reason: reasonOfStop(said) };
    case null:
      return UNKNOWN;
  }
}

async function pay(shop: Merchant, attempt: Attempt, asked: Of<"pay">, http: Http): Promise<CardStep> {
  const body = {
    apiOperation: "PAY",
    authentication: { transactionId: AUTHENTICATION },
    order: { amount: String(attempt.amount), currency: "VND", reference: attempt.provider_ref },
    transaction: { reference: `${attempt.provider_ref}-${PAYMENT}` },
    ...fundsOf(asked),
    sourceOfFunds: { type: "CARD", ...(asked.token !== undefined && { token: asked.token }) },
  };
  const got = await called(shop, { method: "PUT", path: transaction(attempt, PAYMENT), body }, http);
  if (!got || got.status >= 400) return UNKNOWN;
  const { answer } = got;
  const { order, result } = answer;
  if (result === "SUCCESS" && order?.status === "CAPTURED" && order.totalCapturedAmount !== undefined) {
    const provider_txn_no = answer.transaction?.receipt ?? PAYMENT;
    return { next: "paid", said: { outcome: "success", amount: order.totalCapturedAmount, provider_txn_no } };
  }
  const said = saidIn(answer);
  if (meaningOf(said) !== "failed") return UNKNOWN;
  return { next: "stop", reason: reasonOf(said.gateway_code ?? "") };
}
