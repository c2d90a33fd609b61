import type { OfficeMessages } from "../messages.ts";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const home = {
  hello: (p) => `Hello ${p.name}`,
  now: (p) => `${p.at} · ${p.count === 0 ? "nothing waits" : counted(p.count, "thing waits", "things wait")}`,
  todo: "To do today",
  press: "press a figure to open",
  nothing: "Nothing waits for you.",
  oldest: (p) => `oldest ${p.ago}`,
  open: "Open",
  closed: "The shop is closed for maintenance: customers cannot come in.",
  to_maintenance: "Open the page of maintenance",
  kinds: {
    approvals_waiting: (p) =>
      counted(p.count, "request waiting for your approval", "requests waiting for your approval"),
    orders_to_approve: (p) => counted(p.count, "order to approve", "orders to approve"),
    refunds_owed: (p) => counted(p.count, "refund owed", "refunds owed"),
    invitations_open: (p) => counted(p.count, "invitation not yet accepted", "invitations not yet accepted"),
    failed_jobs: (p) => counted(p.count, "failed job", "failed jobs"),
  },
  amount: (p) => `${p.amount} in all`,
} satisfies OfficeMessages["home"];
