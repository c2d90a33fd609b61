/** The text of a transfer, as banks deliver it. Pure. rules/payments#transfer-content */

/** The fixed part of a transfer's content, so that a code is found inside what banks write around it. */
export const TRANSFER_PREFIX = "MTS";

const CODE_LENGTH = 10;

/** Everything in a text that could be one of our contents, blanks inside it or not. At most 20. */
export function candidates(text: string): string[] {
  const found = new Set<string>();
  const upper = text.toUpperCase();
  for (const reading of [upper, upper.replaceAll(/\s/g, "")]) {
    for (let at = reading.indexOf(TRANSFER_PREFIX); at >= 0; at = reading.indexOf(TRANSFER_PREFIX, at + 1)) {
      found.add(reading.slice(at, at + TRANSFER_PREFIX.length + CODE_LENGTH));
    }
  }
  return [...found].slice(0, 20);
}
