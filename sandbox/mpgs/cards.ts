/** Test cards, and what becomes of each. Numbers that pass the check digit and are no one's. */

/** How 3-D Secure ends, and the gateway's code for the money. */
export type Behaviour = { secure: "frictionless" | "challenge" | "refused" | "unavailable"; code: string };

const CARDS: Readonly<Record<string, Behaviour>> = {
  "5123450000000008": { secure: "frictionless", code: "APPROVED" },
  "4508750015741019": { secure: "challenge", code: "APPROVED" },
  "5111111111111118": { secure: "challenge", code: "DECLINED" },
  "4000000000000002": { secure: "frictionless", code: "DECLINED" },
  "4000000000009995": { secure: "frictionless", code: "INSUFFICIENT_FUNDS" },
  "4000000000000069": { secure: "frictionless", code: "EXPIRED_CARD" },
  "4100000000000019": { secure: "frictionless", code: "BLOCKED" },
  "5200000000000114": { secure: "refused", code: "AUTHENTICATION_FAILED" },
  "4111111111111111": { secure: "unavailable", code: "NOT_SUPPORTED" },
  "3528000700000000": { secure: "frictionless", code: "APPROVED" },
};

/** One that is not listed is approved without a challenge. */
export const behaviourOf = (number: string): Behaviour => CARDS[number] ?? { secure: "frictionless", code: "APPROVED" };

export const testCards = Object.entries(CARDS).map(([number, { secure, code }]) => ({ number, secure, code }));

export function brandOf(number: string): string | undefined {
  if (/^4/.test(number)) return "VISA";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "MASTERCARD";
  return /^35(2[89]|[3-8])/.test(number) ? "JCB" : undefined;
}

/** Length and check digit (Luhn). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** As the gateway reports it: the first six and the last four. */
export const masked = (number: string): string => `${number.slice(0, 6)}xxxxxx${number.slice(-4)}`;
