/**
 * What may be announced: event name → payload. A domain's `events.ts` adds its own by declaration merging, so that it
 * announces without knowing who listens; server/reactions.ts says what follows.
 */

/** Event → its payload. Every domain's events.ts adds its own here. */
export interface Events {
  /** Something pages show has changed: cached pages with one of these tags are purged in every process. */
  pages_changed: { tags: readonly string[] };
}
export type EventName = keyof Events;
