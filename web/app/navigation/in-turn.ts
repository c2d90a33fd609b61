/**
 * The first write of a visitor opens the session of all later ones, and its response sets the cookie. So the writes of a page
 * are sent one after another: two first writes at once would open two sessions, and one write would be lost.
 */
let last: Promise<unknown> = Promise.resolve();

/** Sends when every earlier write has a response or has failed. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const response = last.then(send, send);
  last = response;
  return response;
}
