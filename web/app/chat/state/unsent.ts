/**
 * Messages that are not sent yet wait on the device under their id, so that a closed tab leaves them to the next: the shop
 * counts each once, whichever tab sends it. rules/chat#delivery
 */
export type Unsent = { client_id: string; text: string; pictures: readonly string[] };

const PREFIX = "chat_unsent.";

export function unsentOf(id: string): Unsent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + id) ?? "[]");
    return Array.isArray(stored) ? (stored as Unsent[]) : [];
  } catch {
    return []; // storage is forbidden, or holds something else
  }
}

export function storeUnsent(id: string, messages: readonly Unsent[]): void {
  try {
    if (messages.length === 0) localStorage.removeItem(PREFIX + id);
    else localStorage.setItem(PREFIX + id, JSON.stringify(messages));
  } catch {
    // storage is forbidden or full: they wait in this page alone
  }
}
