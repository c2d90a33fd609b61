/**
 * From proved to signed in: a new session with a new token, the visitor's session superseded and its rows moved, the
 * device known. Every way of proving an identity ends here. Spec §4; rules/identity#sessions
 */
import { ShopError } from "contract/errors.ts";
import type { Role } from "contract/identity/accounts.ts";
import type { SignedIn } from "contract/identity/identity.ts";
import { type Ctx, inTransaction, type Session } from "../../kernel/context.ts";
import { mintBearer } from "../../security/bearer.ts";
import { noteSecurity } from "../../security/security-events.ts";
import { type Account, findAccount, statusOf, viewUser } from "../customers.ts";
import { heldAs, type RoleWish, roleFor, rolesOf } from "../roles.ts";
import {
  changeRole,
  endSession,
  noteActive,
  openCustomerSession,
  openedBefore,
  type Proof,
  proofOf,
  retireSession,
} from "../sessions.ts";
import { addKnownDevice, deviceName } from "./devices.ts";

type Entered = { session: Session; device: string; refused: boolean };

/** What comes with signing in, in the same transaction; the same form again does not do it again. */
type SignInWish = RoleWish & { first?: (tx: Ctx) => Promise<void> };

type Who = number | ((tx: Ctx) => Promise<number>);

/**
 * Throws account_locked; not_found for an account that is gone. The same form sent twice is one session. Locks the
 * person's row, then the form. `who` may find or make the account in the same transaction. Not to be called inside one.
 */
export async function signIn(ctx: Ctx, who: Who, proof: Proof, wish: SignInWish = {}): Promise<SignedIn> {
  const left = await ctx.session();
  const entered = await inTransaction(ctx, async (tx) => {
    const customer_id = typeof who === "number" ? who : await who(tx);
    // Locks the person's row: an erasure at this moment comes before, or finds the account in use (privacy/unused.ts).
    await noteActive(tx, customer_id, 0);
    const account = await findAccount(tx, customer_id);
    if (!account) throw new ShopError("not_found");
    // An erased account has nothing left to prove itself with.
    if (account.status !== "active") throw new ShopError("account_locked");
    return enter(tx, account, proof, wish, left);
  });
  ctx.switchSession(entered.session);
  ctx.storeDevice(entered.device);
  return signedIn(ctx, entered.session, entered.refused);
}

async function enter(
  ctx: Ctx,
  account: Account,
  proof: Proof,
  wish: SignInWish,
  left: Session | null,
): Promise<Entered> {
  const { refused, ...active } = roleFor(await rolesOf(ctx, account.id), wish);
  const before = await openedBefore(ctx, account.id);
  if (before) return { session: before, device: await addKnownDevice(ctx, account.id), refused };
  await wish.first?.(ctx);
  const session = await openCustomerSession(ctx, {
    customer_id: account.id,
    ...active,
    device: deviceName(ctx.machine.agent),
    signed_in_by: proof,
    submission: ctx.submission,
  });
  const visitorSession = left?.kind === "visitor" ? left.id : null;
  if (visitorSession !== null) await retireSession(ctx, visitorSession, account.id);
  await ctx.announce(ctx, "signed_in", {
    customer_id: account.id,
    session_id: session.id,
    visitor_session: visitorSession,
  });
  if (visitorSession === null && left) await endSession(ctx, left.id);
  const device = await addKnownDevice(ctx, account.id);
  await noteSecurity(ctx, "signed_in", { customer_id: account.id, proof, role: active.active_role });
  return { session, device, refused };
}

/** The same person goes on under a new token: after a change of password or of role. The old session ends. */
export async function renewSession(
  ctx: Ctx,
  old: Session,
  as?: Pick<Session, "active_role" | "agent_id">,
): Promise<Session> {
  if (old.customer_id === null) throw new Error("a visitor's session is not renewed");
  const { active_role, agent_id } = as ?? old;
  const session = await openCustomerSession(ctx, {
    customer_id: old.customer_id,
    active_role,
    agent_id,
    device: deviceName(ctx.machine.agent),
    ...(await proofOf(ctx, old.id)),
  });
  await ctx.announce(ctx, "session_renewed", { from: old.id, to: session.id });
  await endSession(ctx, old.id);
  return session;
}

/** Acts as another role that is held. The session stays, so that a form submitted twice is one switch. Throws forbidden. */
export async function switchRole(ctx: Ctx, role: Role, agent_id: string | undefined): Promise<void> {
  const session = await ctx.session();
  if (!session?.customer_id) throw new ShopError("unauthenticated");
  const held = heldAs(await rolesOf(ctx, session.customer_id), role, agent_id);
  if (!held && role !== "customer") throw new ShopError("forbidden");
  const active = { active_role: role, agent_id: held?.agent_id ?? "" };
  const changed = await inTransaction(ctx, async (tx) => {
    await tx.announce(tx, "sessions_changed", { customer_id: session.customer_id ?? 0 });
    return changeRole(tx, session, active);
  });
  ctx.switchSession(changed);
}

/** What a sign-in answers. A browser gets the short bearer, which is good only beside its cookie; an app the token itself. */
export async function signedIn(ctx: Ctx, session: Session, role_refused = false): Promise<SignedIn> {
  const account = session.customer_id === null ? null : await findAccount(ctx, session.customer_id);
  if (!account) throw new ShopError("unauthenticated");
  return {
    token: ctx.machine.is_browser ? await mintBearer(ctx.config, session.id, ctx.now) : session.token,
    account_status: statusOf(account),
    user: await viewUser(ctx, account.id, session),
    role_refused,
  };
}
