/** What `npm run orders -- list` and `unmatched` print: rows in columns, a page at a time. */
import { type OrderStatus, orderStatuses } from "contract/orders/orders.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { maskPhone } from "contract/values/phone.ts";
import type { Ctx } from "server/kernel/context.ts";
import { type DeskRow, listOrders } from "server/orders/desk.ts";
import { unmatchedCredits } from "server/payments/desk.ts";
import { UsageError, wholeNumber } from "./command-line.ts";
import { paid } from "./orders-show.ts";
import { type CommandResult, printable } from "./shopkeeper.ts";

type Flags = { status?: string | undefined; owed: boolean; page: string; limit: string };

/** Throws UsageError for a status, page or limit there is not. */
export async function list(ctx: Ctx, flags: Flags): Promise<CommandResult> {
  const statuses = (flags.status ?? "").split(",").filter((word) => word !== "");
  const unknown = statuses.find((word) => !orderStatuses.some((status) => status === word));
  if (unknown) throw new UsageError(`There is no status "${unknown}".`);
  const part = partOf(flags);
  const { rows, total } = await listOrders(ctx, { statuses: statuses as OrderStatus[], is_owed: flags.owed, ...part });
  const lost = await unmatchedCredits(ctx, { page: 1, limit: 1 });
  const result = paged("order", part, total, () => orderTable(rows));
  if (lost.total > 0) {
    const belong = lost.total === 1 ? "belongs" : "belong";
    result.out += `${counted(lost.total, "transfer")} arrived and ${belong} to no order: npm run orders -- unmatched\n`;
  }
  return result;
}

/** Throws UsageError for a page or limit there is not. */
export async function unmatched(ctx: Ctx, flags: Pick<Flags, "page" | "limit">): Promise<CommandResult> {
  const part = partOf(flags);
  const { rows, total } = await unmatchedCredits(ctx, part);
  return paged("transfer", part, total, () =>
    table(
      ["BOOKED", "AMOUNT", "ACCOUNT", "REFERENCE", "NAMES ORDER", "CONTENT"],
      rows.map((row) => [
        formatDateTime(row.booked_at, "vi"),
        formatDong(row.amount),
        row.account_number,
        printable(row.bank_reference || row.txn),
        row.names ?? "",
        printable(row.content),
      ]),
      new Set([1]),
    ),
  );
}

type Part = { page: number; limit: number };

const partOf = (flags: Pick<Flags, "page" | "limit">): Part => ({
  page: wholeNumber("--page", flags.page, 1, 1_000_000),
  limit: wholeNumber("--limit", flags.limit, 1, 1000),
});

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A page with its foot; a page there is not says which there are. */
function paged(noun: string, { page, limit }: Part, total: number, rows: () => string): CommandResult {
  if (total === 0) return { out: `No ${noun}s.\n`, err: "", exit_code: 0 };
  const last = Math.ceil(total / limit);
  if (page > last) {
    const range = last === 1 ? "only page 1" : `pages 1 to ${last}`;
    return { out: "", err: `There is no page ${page}: ${counted(total, noun)}, ${range}.\n`, exit_code: 1 };
  }
  const more = page < last ? `; next: --page ${page + 1}` : "";
  return { out: `${rows()}\n${counted(total, noun)}, page ${page} of ${last}${more}\n`, err: "", exit_code: 0 };
}

function orderTable(rows: readonly DeskRow[]): string {
  const head = ["CODE", "PLACED", "STATUS", "PAYMENT", "TOTAL", "PIECES", "RECEIVER", "PHONE"];
  const body = rows.map((row) => [
    row.code,
    formatDateTime(row.placed_at, "vi"),
    row.status,
    paid(row),
    formatDong(row.total),
    String(row.pieces),
    printable(row.receiver_name),
    maskPhone(row.receiver_phone),
  ]);
  return table(head, body, new Set([4, 5]));
}

/** `right`: the columns of figures. */
function table(head: readonly string[], body: readonly (readonly string[])[], right: ReadonlySet<number>): string {
  const widths = head.map((word, column) => Math.max(...[head, ...body].map((line) => (line[column] ?? word).length)));
  return [head, ...body]
    .map((line) =>
      line
        .map((cell, column) =>
          right.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
