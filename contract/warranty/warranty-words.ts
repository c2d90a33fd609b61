/** Names of warranty that calls, screens and desks share. Pure, without zod. rules/warranty#states */
import { desk } from "../desks/desk.ts";

export const warrantyStates = [
  "not_activated",
  "active",
  "expiring",
  "expired",
  "void",
  "replaced",
  "returned",
] as const;
export type WarrantyState = (typeof warrantyStates)[number];

/** What stands beside a state. */
export const warrantyMarks = ["unconfirmed", "pending"] as const;
export type WarrantyMark = (typeof warrantyMarks)[number];

export const warrantyOrigins = ["order", "elsewhere", "replacement"] as const;
export const startKinds = ["delivered", "activated", "bought", "production", "replaced"] as const;
export type StartKind = (typeof startKinds)[number];

export const extensionSources = ["rank", "campaign", "pack"] as const;
export type ExtensionSource = (typeof extensionSources)[number];

export const voidReasons = [
  "unofficial_repair",
  "commercial_use",
  "serial_altered",
  "false_purchase",
  "stolen",
] as const;
export type VoidReason = (typeof voidReasons)[number];

export const exclusions = [
  "wear_parts",
  "mains",
  "water_source",
  "insects",
  "impact",
  "liquid",
  "unofficial_repair",
  "commercial",
  "damaged_label",
] as const;
export type Exclusion = (typeof exclusions)[number];

export const transferStates = ["asked", "owner_told", "done", "refused", "withdrawn"] as const;
export type TransferState = (typeof transferStates)[number];

/** What became of a card, as its history says it. */
export const warrantyActs = [
  "made",
  "activated",
  "serial",
  "invoice_accepted",
  "invoice_refused",
  "void",
  "objection",
  "restored",
  "unconfirmed",
  "confirmed",
  "detached",
  "transferred",
] as const;
export type WarrantyAct = (typeof warrantyActs)[number];

/** Characters. */
export const MAX_OBJECTION = 1_000;
/** Of an invoice: a picture or a PDF. */
export const MAX_INVOICE_BYTES = 10 * 1024 * 1024;
/** Days after the purchase from which an invoice is asked for. */
export const EARLY_DAYS = 30;

export const warrantiesDesk = desk({
  name: "warranties",
  right: "warranty:read",
  key: "code",
  columns: {
    code: { kind: "code", shown: true },
    serial: { kind: "text", nullable: true, shown: true },
    product: { kind: "text", shown: true },
    full_name: { kind: "text", personal: true, shown: true },
    phone: { kind: "text", personal: true, nullable: true, shown: false },
    origin: { kind: "choice", options: warrantyOrigins, shown: true },
    start_on: { kind: "text", shown: false },
    end_on: { kind: "text", shown: true },
    marks: { kind: "text", shown: true },
    made_at: { kind: "time", shown: false },
    state: { kind: "choice", options: warrantyStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: warrantyStates },
    origin: { kind: "choice", options: warrantyOrigins },
    /** An invoice or a change of owner waits for a decision. */
    waiting: { kind: "flag" },
    made: { kind: "days" },
  },
  sorts: ["newest", "oldest", "ending"],
  acts: {},
  views: {
    waiting: { query: { waiting: "yes", sort: "oldest" } },
    ending: { query: { state: "expiring", sort: "ending" } },
  },
});
