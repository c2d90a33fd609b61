/**
 * `GET /session`: what the header of every page shows of the visitor, in one statement beside the look-up of the token.
 * Creates nothing for a visitor; a signed-in browser gets its 15-minute bearer here. Spec §7 Other; rules/wire#visitors
 */
import type { Role } from "contract/identity/accounts.ts";
import type { identity } from "contract/identity/identity.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { Points } from "contract/values/points.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Ctx } from "../kernel/context.ts";
import { mintBearer } from "../security/bearer.ts";
import { avatarUrl } from "./accounts/avatars.ts";
import { membershipOf } from "./customers.ts";
import type { Proof } from "./sessions.ts";
import { publicId } from "./signing-in/devices.ts";

type View = z.input<typeof identity.session.output>;
type Row = {
  expires_at: Date;
  cart_count: number;
  code: string | null;
  full_name: string;
  phone: string | null;
  nickname: string;
  avatar: string | null;
  unread: number;
  public_id: string;
  signed_in_by: Proof | null;
  membership_class: Rank;
  current_score: Points;
  held: { role: Role; agent_id: string }[];
};

export async function viewSession(ctx: Ctx): Promise<View> {
  const session = await ctx.session();
  if (!session) return { status: "empty", cart_count: 0, expires_at: null };
  const { rows } = await sql<Row>`
    select s.expires_at, coalesce((
        select sum(l.quantity) from cart.lines l join cart.carts c on c.id = l.cart
        where c.kind = 'normal' and (c.session_id = s.id or c.customer_id = s.customer_id)
      ), 0)::bigint as cart_count,
      u.code, u.full_name, u.phone, u.nickname, u.avatar,
      (select count(*) from notifications.notifications n where n.customer_id = u.id and n.read_at is null) as unread,
      ${publicId} as public_id, s.signed_in_by, ${membershipOf(ctx.now, sql`u.id`)},
      coalesce((select jsonb_agg(jsonb_build_object('role', r.role, 'agent_id', r.agent_id) order by r.granted_at, r.role)
        from identity.roles r where r.customer_id = u.id), '[]') as held
    from identity.sessions s left join identity.customers u on u.id = s.customer_id
    where s.id = ${session.id}`.execute(ctx.sql);
  const row = rows[0];
  if (!row) return { status: "empty", cart_count: 0, expires_at: null };
  const seen = { cart_count: row.cart_count, expires_at: row.expires_at.toISOString(), public_id: row.public_id };
  if (row.code === null) return { status: "visitor", ...seen };
  return {
    status: "success",
    ...seen,
    account_status: session.pending_password ? "pending_password" : "active",
    // Apps hold a token of their own; a bearer that asks for another would never end.
    ...(ctx.machine.is_browser && { id_token: await mintBearer(ctx.config, session.id, ctx.now) }),
    user: {
      id: row.code,
      full_name: row.full_name,
      phone: row.phone,
      nickname: row.nickname,
      avatar_url: avatarUrl(row.avatar),
      active_role: session.active_role,
      agent_id: session.agent_id || null,
      membership_class: row.membership_class,
      current_score: row.current_score,
      roles: [...new Set(["customer" as const, ...row.held.map(({ role }) => role)])],
      held_roles: [
        { role: "customer", agent_id: null },
        ...row.held.map(({ role, agent_id }) => ({ role, agent_id: agent_id || null })),
      ],
    },
    ...(row.signed_in_by === "google" && { social_type: "GOOGLE" as const }),
    unread_notifications: row.unread,
  };
}
