/** The desk of ratings, questions and replies: its list. Pure, without zod, because screens read it too. rules/reviews#desk */
import { desk } from "../desks/desk.ts";
import { commentKinds, commentStates, holdRules } from "./review-words.ts";

export const commentsDesk = desk({
  name: "comments",
  right: "reviews:moderate",
  key: "id",
  columns: {
    id: { kind: "code", shown: true },
    kind: { kind: "choice", options: commentKinds, shown: true },
    stars: { kind: "number", nullable: true, shown: true },
    excerpt: { kind: "text", shown: true },
    product: { kind: "text", shown: true },
    author: { kind: "text", personal: true, nullable: true, shown: true },
    held_for: { kind: "text", nullable: true, shown: true },
    reports: { kind: "number", shown: false },
    is_safety: { kind: "flag", shown: true },
    is_answered: { kind: "flag", shown: true },
    created_at: { kind: "time", shown: true },
    state: { kind: "choice", options: commentStates, shown: true },
  },
  filters: {
    state: { kind: "choice", options: commentStates },
    kind: { kind: "choice", options: commentKinds },
    stars: { kind: "choice", options: ["1", "2", "3", "4", "5"] },
    held_for: { kind: "choice", options: holdRules },
    safety: { kind: "flag" },
    answered: { kind: "flag" },
    objection: { kind: "flag" },
    created: { kind: "days" },
  },
  sorts: ["urgent", "newest", "oldest"],
  acts: {},
  views: {
    waiting: { query: { state: "pending" } },
    safety: { query: { safety: "yes", answered: "no" } },
    unanswered: { query: { kind: "question", state: "published", answered: "no" } },
    low: { query: { stars: "1,2", state: "published" } },
    objections: { query: { objection: "yes" } },
    hidden: { query: { state: "hidden" } },
  },
});
