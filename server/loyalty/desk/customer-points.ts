/**
 * The points of one customer at the desk, and their adjustment by staff: under the lock of the account, never below what is
 * usable, summed over a day and a month against the limits. rules/loyalty#desk, rules/staff#four-eyes
 */
import { randomUUID } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { PointsRecord } from "contract/loyalty/desk-loyalty.ts";
import { type AdjustReason, adjustReasons } from "contract/loyalty/points-words.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { type Balance, balancesOf, findPointsAccount, lockAccount, pointsAccountOf } from "../../ledger/accounts.ts";
import { credit, debit } from "../../ledger/movements.ts";
import { addDays, addMonths, endOfMonth, startOfDay } from "../../ledger/periods.ts";
import { notify } from "../../notifications/notifications.ts";
import { deskCaller, holds } from "../../platform/list/desk-caller.ts";
import { setting } from "../../platform/settings.ts";
import { limitedAct } from "../../staff/approvals/limited.ts";
import { noteAudit } from "../../staff/audit/entries.ts";
import { rankOf } from "../accounts.ts";
import { POINTS_MONTHS } from "../earning.ts";
import { lastSecond, pointsMovements } from "../history.ts";
import { nameFor } from "./points-source.ts";

const PAGE = 24;
/** Nothing is given for longer. */
const LATEST_END_MONTHS = 60;

async function customerOf(ctx: Ctx, code: string): Promise<{ id: number; full_name: string }> {
  const found = await ctx.sql
    .selectFrom("identity.customers")
    .select(["id", "full_name"])
    .where("code", "=", code)
    .where("status", "<>", "deleted")
    .executeTakeFirst();
  if (!found) throw new ShopError("not_found");
  return found;
}

/** Who opened it stands in the audit log. Throws not_found, also for a person who was erased. */
export async function customerPoints(ctx: Ctx, { code, page }: { code: string; page: number }): Promise<PointsRecord> {
  const caller = await deskCaller(ctx);
  const { id, full_name } = await customerOf(ctx, code);
  await noteAudit(ctx, "viewed", { about: `customer:${id}` });
  const account = await findPointsAccount(ctx, id);
  const none: Balance = { usable: 0, held: 0, debt: 0 };
  const balance = account === null ? none : ((await balancesOf(ctx, [account])).get(account) ?? none);
  const { data, meta } = await pointsMovements(ctx, id, { page, limit: PAGE });
  const limits = await setting(ctx, "approval_limits");
  return {
    code,
    full_name: nameFor(caller, full_name),
    rank: await rankOf(ctx, id),
    ...{ ...balance, balance: balance.usable + balance.held - balance.debt },
    lots: account === null ? [] : await lotsOf(ctx, account),
    adjusted: account === null ? 0 : await adjustedThisMonth(ctx, account),
    limits: holds(caller, "points:adjust") ? { at_once: limits.points_single, a_month: limits.points_a_month } : null,
    history: data.map(({ said, by, ...entry }) => ({ ...entry, ...saidOf(by === null ? "" : said), by })),
    meta,
  };
}

async function lotsOf(ctx: Ctx, account: number): Promise<PointsRecord["lots"]> {
  const { rows } = await sql<{ points: number; ends_at: Date | null }>`
    select sum(l.usable)::points as points, l.ends_at from ledger.lots l
    where l.account_id = ${account} and l.usable > 0 and (l.ends_at is null or l.ends_at > ${ctx.now})
    group by l.ends_at order by l.ends_at`.execute(ctx.sql);
  return rows.map(({ points, ends_at }) => ({ points, ends_at: lastSecond(ends_at) }));
}

async function adjustedThisMonth(ctx: Ctx, account: number): Promise<number> {
  const first = startOfDay(`${businessDay(ctx.now).slice(0, 7)}-01`);
  const { rows } = await sql<{
    points: number;
  }>`select coalesce(sum(t.amount), 0)::points as points from ledger.transfers t
    where t.code = 'adjust' and t.at >= ${first}
      and t.id in (select e.transfer_id from ledger.entries e where e.account_id = ${account})`.execute(ctx.sql);
  return rows[0]?.points ?? 0;
}

/** An adjustment is stored with its reason before its words. */
function saidOf(stored: string): { why: AdjustReason | null; text: string } {
  const [, named = "", text = ""] = /^(\w+): ([\s\S]*)$/.exec(stored) ?? [];
  const why = adjustReasons.find((reason) => reason === named);
  return why ? { why, text } : { why: null, text: stored };
}

type Adjustment = {
  code: string;
  points: number;
  why: AdjustReason;
  text: string;
  ends_on?: string | undefined;
};

/** Throws not_found, invalid, conflict; SecondPersonNeeded above the limits. Locks the points account. */
export async function adjustPoints(ctx: Ctx, { code, points, why, text, ends_on }: Adjustment): Promise<PointsRecord> {
  const { grants } = await deskCaller(ctx);
  const customer = await customerOf(ctx, code);
  const ends_at = points > 0 ? endOf(ctx, ends_on) : null;
  const once = randomUUID();
  await inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, await pointsAccountOf(tx, customer.id));
    const size = Math.abs(points);
    if (points < 0 && size > account.usable)
      throw new ShopError("invalid", {
        fields: { points: [{ key: "points_above_usable", params: { usable: account.usable } }] },
      });
    const limits = await setting(tx, "approval_limits");
    const isWithinMonth = (await adjustedThisMonth(tx, account.id)) + size <= limits.points_a_month;
    const figures = {
      customer: code,
      points: String(points),
      expires: ends_at ? businessDay(ends_at.getTime() - 1000) : null,
    };
    await limitedAct(tx, {
      ask: {
        ...{ kind: "points", subject: `customer:${customer.id}`, label: code, needs: "points:adjust", amount: size },
        figures: Object.entries(figures).map(([name, after]) => ({ name, before: null, after })),
      },
      modes: grants.filter(({ name }) => name === "points:adjust").map(({ mode }) => mode),
      limit: isWithinMonth ? limits.points_single : -1,
      times: Number.POSITIVE_INFINITY,
      sums: [`customer ${customer.id}`],
    });
    const asked = {
      code: "adjust" as const,
      amount: size,
      source: `adjust:${once}`,
      reason: `${why}: ${text}`,
    };
    if (points > 0) await credit(tx, account, { ...asked, ends_at });
    else await debit(tx, account, asked);
    await notify(tx, {
      customer_id: customer.id,
      kind: "points_adjusted",
      subject: `adjust:${once}`,
      facts: { points, why },
    });
  });
  return customerPoints(ctx, { code, page: 1 });
}

/** The first moment after the last day; without one, as for points earned now. Throws invalid. */
function endOf(ctx: Ctx, ends_on = ""): Date {
  if (ends_on === "") return endOfMonth(ctx.now, POINTS_MONTHS);
  const today = businessDay(ctx.now);
  if (ends_on < today || ends_on > addMonths(today, LATEST_END_MONTHS))
    throw new ShopError("invalid", { fields: { ends_on: [{ key: "points_end_out_of_range" }] } });
  return startOfDay(addDays(ends_on, 1));
}
