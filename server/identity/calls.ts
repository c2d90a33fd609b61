/**
 * Calls about accounts: who asks, and what for. Rules and SQL are in the noun files beside. Spec §7 Account and auth,
 * Other.
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import type { User } from "contract/identity/identity.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { noteSecurity } from "../security/security-events.ts";
import { removeAvatar } from "./accounts/avatars.ts";
import {
  beginEmailProof,
  beginPhoneChange,
  finishEmailProof,
  finishPhoneChange,
  updateProfile,
} from "./accounts/profile.ts";
import { viewUser } from "./customers.ts";
import { scopeOf } from "./roles.ts";
import { viewSession } from "./session-view.ts";
import { endSession, endSessionsOf } from "./sessions.ts";
import { accountOf, changePassword, isOwnPassword, sendOwnerCode } from "./signing-in/credentials.ts";
import { listDevices, signOutDevice } from "./signing-in/devices.ts";
import { joinGoogle, linkGoogle, startLinkGoogle, unlinkGoogle } from "./signing-in/google-accounts.ts";
import { switchRole } from "./signing-in/sign-in.ts";
import { signingInCalls } from "./signing-in/signing-in.ts";

const viewSelf = async (ctx: Ctx): Promise<User> => {
  const { session, account } = await accountOf(ctx);
  return viewUser(ctx, account.id, session);
};

export const identityCalls = implement(contract.identity, {
  ...signingInCalls,
  session: viewSession,
  changePassword: changePassword,
  checkPassword: async (ctx, { password }) => {
    const { account } = await accountOf(ctx);
    return { correct: await isOwnPassword(ctx, account, password) };
  },
  socialSync: async (ctx, { link_proof }) => {
    await joinGoogle(ctx, link_proof);
    return viewSelf(ctx);
  },
  ownerCode: sendOwnerCode,
  googleLinkStart: startLinkGoogle,
  googleLink: async (ctx, shown) => {
    await linkGoogle(ctx, shown);
    return viewSelf(ctx);
  },
  socialUnlink: async (ctx, shown) => {
    await unlinkGoogle(ctx, shown);
    return viewSelf(ctx);
  },
  logout: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    // Not announced: the browser's other tabs notice by themselves, and go home instead of to a lapsed session.
    await endSession(ctx, session.id);
    await noteSecurity(ctx, "signed_out", { customer_id: account.id });
    ctx.switchSession(null);
    return { status: "empty" as const };
  },
  logoutPage: async () => ({ redirect: "/dang-xuat" }),
  authUser: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    const scope = scopeOf(session);
    return { user: await viewUser(ctx, account.id, session), scope };
  },
  profile: viewSelf,
  updateProfile: async (ctx, change) => {
    await updateProfile(ctx, change);
    return viewSelf(ctx);
  },
  updatePhone: beginPhoneChange,
  updatePhoneOtp: finishPhoneChange,
  verifyEmailSend: beginEmailProof,
  verifyEmail: async (ctx, { otp }) => {
    await finishEmailProof(ctx, otp);
    return viewSelf(ctx);
  },
  customerInfo: async (ctx, { id }) => {
    const user = await viewSelf(ctx);
    if (user.id !== id) throw new ShopError("not_found");
    return user;
  },
  updateIsLogged: async (ctx, { id }) => {
    if ((await viewSelf(ctx)).id !== id) throw new ShopError("not_found");
    return { is_logged: true };
  },
  switchRole: async (ctx, { role, agent_id }) => {
    await switchRole(ctx, role, agent_id);
    return viewSelf(ctx);
  },
  devices: async (ctx) => listDevices(ctx, (await accountOf(ctx)).session),
  signOutDevice: async (ctx, { id }) => {
    const { session, account } = await accountOf(ctx);
    if ((await signOutDevice(ctx, session, id)) === session.id) ctx.switchSession(null);
    await noteSecurity(ctx, "device_signed_out", { customer_id: account.id });
    return listDevices(ctx, session);
  },
  signOutOthers: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    const ended = await endSessionsOf(ctx, account.id, session.id);
    await noteSecurity(ctx, "other_devices_signed_out", { customer_id: account.id, ended });
    return listDevices(ctx, session);
  },
  signOutAll: async (ctx) => {
    const { account } = await accountOf(ctx);
    const ended = await endSessionsOf(ctx, account.id, null);
    await noteSecurity(ctx, "all_devices_signed_out", { customer_id: account.id, ended });
    ctx.switchSession(null);
    return { status: "empty" as const };
  },
  removeAvatar: async (ctx) => {
    const customer_id = (await ctx.session())?.customer_id;
    if (!customer_id) throw new ShopError("unauthenticated");
    await removeAvatar(ctx, customer_id);
    return { avatar_url: null };
  },
});
