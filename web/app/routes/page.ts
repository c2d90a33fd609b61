/**
 * One row of the route table. The files of this folder hold the rows, one list per domain; `routes.ts` hands them to the
 * router, `server.ts` reads from them which pages may be cached and what their keys are.
 */
export type Layout = "default" | "checkout" | "user" | "fullscreen" | "login" | "maintenance";

export type Page = {
  /** Without language prefix: "san-pham/:category", "" for home, "*" for every other path. */
  path: string;
  /** Below app/, as "catalogue/screens/product-list.tsx". */
  file: string;
  /** "none" for what answers with data or a redirect. */
  layout: Layout | "none";
  /**
   * The page is the same for everyone, so the page cache may hold it: its loader sees no cookie. `query` lists the
   * parameters it depends on ("properties[]" stands for `properties[anything]`); all others are dropped before the
   * loader runs. Left out: rendered for each visitor.
   */
  cacheable?: { query?: readonly string[] };
  /** The cookie whose holder gets a cacheable page rendered for them alone: it shows what they sent from it. */
  own_with?: string;
  /** Whom it is for, when not for everyone: guards.ts sends the others on. Spec §2 Routing rules. */
  guard?: "members" | "guests";
};
