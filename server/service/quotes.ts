/**
 * Costs agreed before work: numbered quotes, of which one waits; nothing is done before the owner accepts that very number.
 * The ticket is locked by the caller. docs/rules/service.md#costs
 */
import { ShopError } from "contract/errors.ts";
import { MAX_LINE_PRICE, MAX_QUOTE_LINES, QUOTE_DAYS, type TicketMover } from "contract/service/service-words.ts";
import { visibleText } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { tellTicket } from "./messages.ts";
import { moverOf } from "./states/states.ts";
import { noteHistory, type StoredQuote, type TicketRow, waitingQuote, writeMove } from "./tickets.ts";

const DAY_MS = 86_400_000;

/** "Bơm tăng áp; 1; 450,000", one a line. Throws invalid at `lines`. */
export function quoteLines(typed: string): StoredQuote["lines"] {
  const wrong = (key: string) =>
    new ShopError("invalid", { fields: { lines: [{ key, params: { maximum: MAX_QUOTE_LINES } }] } });
  const rows = typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (rows.length === 0 || rows.length > MAX_QUOTE_LINES) throw wrong("quote_lines_many");
  return rows.map((row) => {
    const [name = "", many = "", sum = "", ...rest] = row.split(";").map((cell) => cell.trim());
    const quantity = /^\d{1,2}$/.test(many) ? Number(many) : 0;
    const digits = sum.replaceAll(/[\s.,đ]/gu, "");
    const price = /^\d{1,9}$/.test(digits) ? Number(digits) : -1;
    const isSaid = name !== "" && [...name].length <= 100 && rest.length === 0;
    if (!isSaid || quantity < 1 || price < 0 || price > MAX_LINE_PRICE) throw wrong("quote_line");
    return { name: visibleText(name), quantity, price };
  });
}

/** Throws state_conflict, invalid at `lines`. */
export async function makeQuote(
  tx: Ctx,
  row: TicketRow,
  { reason, lines, movers }: { reason: string; lines: string; movers: readonly TicketMover[] },
): Promise<void> {
  const by = moverOf(row.state, "quoted", movers);
  if (by === null) throw new ShopError("state_conflict");
  const read = quoteLines(lines);
  const total = read.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  await decide(tx, row, "replaced");
  const number = row.quotes.length + 1;
  const until = new Date(tx.now.getTime() + QUOTE_DAYS * DAY_MS);
  await sql`insert into service.quotes (ticket_id, number, reason, lines, total, state, made_at, until)
    values (${row.id}, ${number}, ${reason}, ${JSON.stringify(read)}::jsonb, ${total}, 'waiting', ${tx.now}, ${until})`.execute(
    tx.sql,
  );
  await writeMove(tx, row, { to: "quoted", by, note: reason });
  await noteHistory(tx, row.id, { by, act: "quoted", state: "quoted", note: String(number) });
  await tellTicket(tx, row.id, "service_quoted");
}

/** Throws quote_changed for another number than the one that waits, state_conflict. */
export async function answerQuote(
  tx: Ctx,
  row: TicketRow,
  { number, accept, by }: { number: number; accept: boolean; by: "customer" | "care" },
): Promise<void> {
  if (row.state !== "quoted") throw new ShopError("state_conflict");
  const quote = waitingQuote(row);
  if (quote?.number !== number || new Date(quote.until) <= tx.now) throw new ShopError("quote_changed");
  await decide(tx, row, accept ? "accepted" : "refused");
  if (accept) await sql`update service.tickets set agreed = ${quote.total} where id = ${row.id}`.execute(tx.sql);
  // Refused: a machine at the centre waits for its owner, at home the work is over.
  await writeMove(tx, row, { to: accept ? "working" : row.at_centre_on ? "ready" : "done", by });
}

export async function decide(tx: Ctx, { id }: Pick<TicketRow, "id">, state: StoredQuote["state"]): Promise<void> {
  await sql`update service.quotes set state = ${state}, decided_at = ${tx.now}
    where ticket_id = ${id} and state = 'waiting'`.execute(tx.sql);
}
