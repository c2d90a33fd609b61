/** Colours of the states of a warranty card. */
export const warrantyTones = {
  not_activated: "waits",
  active: "ok",
  expiring: "waits",
  expired: "over",
  void: "broken",
  replaced: "over",
  returned: "over",
} as const;
