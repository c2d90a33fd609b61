/**
 * Makes the `Ctx` of one request from its token (cookie, bearer or `session_id`). The token is looked up only when a call uses
 * the session, so an anonymous read costs no query. Spec §6; rules/wire#visitors
 */
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import type { Sql } from "../database/sql.ts";
import {
  endSession,
  findSession,
  noteSessionUse,
  openVisitorSession,
  recentlyEndedSession,
} from "../identity/sessions.ts";
import { type Actor, shopperOf } from "../kernel/actor.ts";
import type { Config } from "../kernel/config.ts";
import type { Ctx, Machine, Session } from "../kernel/context.ts";
import type { Log } from "../kernel/log.ts";
import type { StaffSession } from "../kernel/staff.ts";
import type { SettingList } from "../platform/settings.ts";
import { isBearer, readBearer } from "../security/bearer.ts";
import { recordRequest } from "../staff/approvals/requests.ts";
import { findKey, isKeyToken } from "../staff/keys.ts";
import { findStaffSession, isStaffToken, noteStaffUse } from "../staff/sessions.ts";

/** The dependencies that all requests of a process share. */
export type Base = {
  sql: Sql;
  config: Config;
  log: Log;
  announce: Ctx["announce"];
  settings: SettingList;
  clock?: () => Date;
};

export type RequestOrigin = {
  token: string | undefined;
  /** The token was sent as `Authorization: Bearer`: an invalid one is an error, not an anonymous visitor. */
  is_bearer?: boolean;
  /** The token was sent in the field `session_id`, which URLs and logs may contain: valid for a visitor's session only. */
  is_field?: boolean;
  /** The session cookie sent beside a bearer. */
  session_cookie?: string | undefined;
  /** The token is that of the office's cookie. */
  is_staff?: boolean;
  /** The browser prefetches: this does not count as use of a staff session. */
  is_ahead?: boolean;
  machine?: Machine;
  /** The acting party where there is no request: a command, or the shop itself. */
  actor?: Actor;
  locale: Locale;
  client: string;
  request_id: string;
};

export type RequestContext = {
  ctx: Ctx;
  /** The token of a session that was opened during this request, for the client to store. */
  newToken(): string | null;
  /** True when the caller's session ended during this request and no other followed. */
  isOver(): boolean;
  /** The token of a device that was not known before this request. */
  newDevice(): string | null;
};

const noMachine: Machine = { is_browser: false, agent: "", device: null };

export function requestContext(base: Base, origin: RequestOrigin): RequestContext {
  let session: Promise<Session | null> | undefined;
  let opening: Promise<Session> | undefined;
  let opened: Session | undefined;
  let hasEnded = false;
  let device: string | null = null;
  const token = origin.token === base.config.default_store_token ? undefined : origin.token;

  const isOfStaff = origin.is_staff || (origin.is_bearer && token && (isStaffToken(token) || isKeyToken(token)));
  let staff: Promise<StaffSession | null> | undefined;
  const findCallerStaff = async (): Promise<StaffSession | null> => {
    if (!token || !isOfStaff) return null;
    return origin.is_bearer && isKeyToken(token) ? findKey(ctx, token) : findStaffSession(ctx, token);
  };

  const findCallerSession = async (): Promise<Session | null> => {
    if (origin.is_bearer && (token === "" || isOfStaff)) throw new ShopError("unauthenticated");
    if (!token || isOfStaff) return null;
    const bound = origin.is_bearer && isBearer(token) ? await readBearer(base.config, token, ctx.now) : undefined;
    if (bound === null) throw new ShopError("unauthenticated");
    const found = await findSession(base.sql, (bound === undefined ? token : origin.session_cookie) ?? "", ctx.now);
    if (bound !== undefined && found?.id !== bound) throw new ShopError("unauthenticated");
    if (!found && origin.is_bearer) throw new ShopError("unauthenticated");
    if (origin.is_field && found?.kind !== "visitor") return null;
    if (found) await noteSessionUse(ctx, found);
    return found && origin.is_field ? { ...found, is_field: true } : found;
  };
  const open = async (): Promise<Session> => {
    const found = await ctx.session();
    if (found) return found;
    // The response to a sign-in is on its way to this browser: a visitor's cookie must not replace its cookie.
    if ((await ctx.recentlyEndedSession()) !== null) {
      throw new ShopError("conflict", { retry_after_seconds: 1 });
    }
    opened = await openVisitorSession(ctx);
    session = Promise.resolve(opened);
    return opened;
  };
  const ctx: Ctx = {
    sql: base.sql,
    config: base.config,
    log: base.log,
    announce: base.announce,
    askSecondPerson: recordRequest,
    settings: base.settings,
    locale: origin.locale,
    now: base.clock?.() ?? new Date(),
    client: origin.client,
    request_id: origin.request_id,
    machine: origin.machine ?? noMachine,
    session: () => (session ??= findCallerSession()),
    staff: () => (staff ??= findCallerStaff()),
    noteStaffUse: async () => {
      const caller = await ctx.staff();
      if (caller && !origin.is_ahead) await noteStaffUse(ctx, caller);
    },
    actor: async () => origin.actor ?? shopperOf(await ctx.session()),
    openSession: () => (opening ??= open()),
    discardOpened: async () => {
      if (opened?.kind !== "visitor") return;
      const { id } = opened;
      [opened, opening, session] = [undefined, undefined, Promise.resolve(null)];
      await endSession(ctx, id).catch((lost) =>
        ctx.log.warn(
          { err: lost, request_id: ctx.request_id },
          "the session of a refused first write stays until it ends",
        ),
      );
    },
    recentlyEndedSession: async () => (token ? recentlyEndedSession(base.sql, token, ctx.now) : null),
    switchSession: (other) => {
      opened = other ?? undefined;
      hasEnded = other === null;
      session = Promise.resolve(other);
      opening = undefined;
    },
    storeDevice: (known) => {
      device = known;
    },
  };
  return { ctx, newToken: () => opened?.token || null, isOver: () => hasEnded, newDevice: () => device };
}
