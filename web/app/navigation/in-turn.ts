/**
 * The first write of a visitor opens the session that all others belong to, and its cookie comes with the answer. So the
 * writes of a page are sent one after another: two first ones at once would open two sessions, and one write would be lost.
 */
let last: Promise<unknown> = Promise.resolve();

/** Sends when every earlier one was answered, or has failed. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const mine = last.then(send, send);
  last = mine;
  return mine;
}
