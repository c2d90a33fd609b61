/** Colours of the states of a ticket. */
export const ticketTones = {
  received: "waits",
  booked: "ok",
  on_the_way: "ok",
  arrived: "ok",
  at_centre: "ok",
  quoted: "waits",
  working: "ok",
  waiting_parts: "waits",
  ready: "ok",
  done: "over",
  not_home: "waits",
  refused: "broken",
  cancelled: "over",
} as const;
