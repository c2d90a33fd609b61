/** What privacy announces. */
export type PrivacyEvents = {
  /** A person is erased: every domain erases what it stores about them, in this transaction. */
  person_erased: { customer_id: number };
};

declare module "../kernel/events.ts" {
  interface Events extends PrivacyEvents {}
}
