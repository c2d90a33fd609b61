/** Session calls. `GET /session` creates nothing. Spec §7 Other. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { implement } from "../handle.ts";

const notYet = async (): Promise<never> => {
  throw new ShopError("unavailable");
};

export const identityCalls = implement(contract.identity, {
  session: async (ctx) => {
    const session = await ctx.session();
    if (!session) return { status: "empty" as const, cart_count: 0, expires_at: null };
    // One statement for what the header shows; reads may cross domains.
    const { rows } = await sql<{ expires_at: Date; cart_count: number }>`
      select s.expires_at, coalesce((
        select sum(l.quantity) from cart.lines l join cart.carts c on c.id = l.cart
        where c.kind = 'normal' and (c.session_id = s.id or c.customer_id = s.customer_id)
      ), 0)::bigint as cart_count
      from identity.sessions s where s.id = ${session.id}`.execute(ctx.sql);
    return {
      status: session.kind === "visitor" ? ("visitor" as const) : ("success" as const),
      cart_count: rows[0]?.cart_count ?? 0,
      expires_at: rows[0]?.expires_at.toISOString() ?? null,
    };
  },
  captcha: notYet,
  sendCode: notYet,
  login: notYet,
  apiLogin: notYet,
  loginSms: notYet,
  registerSend: notYet,
  registerCheckOtp: notYet,
  register: notYet,
  forgotPassword: notYet,
  createPassword: notYet,
  changePassword: notYet,
  checkPassword: notYet,
  googleStart: notYet,
  socialLogin: notYet,
  socialSync: notYet,
  socialUnlink: notYet,
  logout: notYet,
  logoutPage: notYet,
  authUser: notYet,
  profile: notYet,
  updateProfile: notYet,
  updatePhone: notYet,
  updatePhoneOtp: notYet,
  verifyEmailSend: notYet,
  verifyEmail: notYet,
  userGroups: notYet,
  userGroup: notYet,
  userByPhone: notYet,
  existsByPhone: notYet,
  customerInfo: notYet,
  updateIsLogged: notYet,
  switchRole: notYet,
  devices: notYet,
  signOutDevice: notYet,
  signOutOthers: notYet,
  confirmPhone: notYet,
});
