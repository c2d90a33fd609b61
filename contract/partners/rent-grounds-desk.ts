/** Premises offered to the shop: limits, states, and the desk's list. Pure, without zod, because screens read it too. rules/partners */
import { desk } from "../desks/desk.ts";

/** Square metres. */
export const AREA = { least: 60, most: 100_000 } as const;
/** Metres, one decimal. */
export const FRONT = { least: 4, most: 1_000 } as const;
/** Đồng a month. */
export const RENT = { least: 1, most: 10_000_000_000 } as const;
export const PICTURES = { least: 2, most: 10 } as const;
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_NOTE = 1_000; // characters
export const MAX_STREET = 160; // characters, as of a delivery address

/** What the sender may do with the premises. */
export const premisesRights = ["owner", "agent"] as const;
export type PremisesRight = (typeof premisesRights)[number];

export const rentGroundStates = ["received", "talking", "visit", "contract", "active", "refused", "withdrawn"] as const;
export type RentGroundState = (typeof rentGroundStates)[number];

/** Where staff may move a proposal. A step may be left out where it was not needed; nothing follows an end. */
export const rentGroundMoves: Readonly<Record<RentGroundState, readonly RentGroundState[]>> = {
  received: ["talking", "visit", "refused", "withdrawn"],
  talking: ["visit", "contract", "refused", "withdrawn"],
  visit: ["talking", "contract", "refused", "withdrawn"],
  contract: ["active", "refused", "withdrawn"],
  active: [],
  refused: [],
  withdrawn: [],
};

export const rentGroundsDesk = desk({
  name: "rent_grounds",
  right: "partners:approve",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    phone: { kind: "text", personal: true, shown: false },
    place: { kind: "text", shown: true },
    area_m2: { kind: "number", shown: true },
    front_m: { kind: "text", shown: false },
    monthly_rent: { kind: "dong", shown: true },
    received_at: { kind: "time", shown: true },
    answer_by: { kind: "time", shown: true },
    state: { kind: "choice", options: rentGroundStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: rentGroundStates },
    /** The code of a province. */
    city_code: { kind: "text" },
    /** Waits for its answer. */
    due: { kind: "flag" },
    received: { kind: "days" },
  },
  sorts: ["newest", "oldest", "due"],
  acts: {},
  views: { due: { query: { due: "yes", sort: "due" } }, visits: { query: { state: "visit" } } },
});
