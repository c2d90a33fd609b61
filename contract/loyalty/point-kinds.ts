/** What moves points, and why. Without zod, because screens read it too. */
export const pointKinds = ["accumulated", "spent"] as const;
export type PointKind = (typeof pointKinds)[number];

export const pointReasons = [
  "earn",
  "give_back",
  "spend",
  "take_back",
  "expire",
  "adjust",
  "void",
  "reversal",
] as const;
export type PointReason = (typeof pointReasons)[number];
