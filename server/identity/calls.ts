/** Calls about people: who asks, and what for. Rules and SQL are in the noun files beside. Spec §7 Account and auth, Other. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../handle.ts";
import { noteSecurity } from "../security.ts";
import { removeAvatar } from "./avatars.ts";
import { captchaSettings } from "./captcha.ts";
import { accountOf, changePassword, createOwnPassword, isOwnPassword, signInByPassword } from "./credentials.ts";
import { viewUser } from "./customers.ts";
import { listDevices, signOutDevice } from "./devices.ts";
import { rolesOf, scopeOf } from "./roles.ts";
import { viewSession } from "./session-view.ts";
import { endSession, endSessionsOf } from "./sessions.ts";

const notYet = async (): Promise<never> => {
  throw new ShopError("unavailable");
};

export const identityCalls = implement(contract.identity, {
  session: viewSession,
  captcha: captchaSettings,
  sendCode: notYet,
  login: signInByPassword,
  apiLogin: signInByPassword,
  loginSms: notYet,
  registerSend: notYet,
  registerCheckOtp: notYet,
  register: notYet,
  forgotPassword: notYet,
  createPassword: async (ctx, { phone, otp, password }) => {
    if (phone !== undefined || otp !== undefined) return notYet();
    return createOwnPassword(ctx, password);
  },
  changePassword: changePassword,
  checkPassword: async (ctx, { password }) => {
    const { account } = await accountOf(ctx);
    return { correct: await isOwnPassword(ctx, account, password) };
  },
  googleStart: notYet,
  socialLogin: notYet,
  socialSync: notYet,
  socialUnlink: notYet,
  logout: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    await endSession(ctx, session.id);
    await noteSecurity(ctx, "signed_out", { customer_id: account.id });
    ctx.becomes(null);
    return { status: "empty" as const };
  },
  logoutPage: async () => ({ redirect: "/dang-xuat" }),
  authUser: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    const scope = scopeOf(await rolesOf(ctx, account.id), session);
    return { user: await viewUser(ctx, account.id, session), scope };
  },
  profile: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    return viewUser(ctx, account.id, session);
  },
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
  devices: async (ctx) => listDevices(ctx, (await accountOf(ctx)).session),
  signOutDevice: async (ctx, { id }) => {
    const { session, account } = await accountOf(ctx);
    if ((await signOutDevice(ctx, session, id)) === session.id) ctx.becomes(null);
    await noteSecurity(ctx, "device_signed_out", { customer_id: account.id });
    return listDevices(ctx, session);
  },
  signOutOthers: async (ctx) => {
    const { session, account } = await accountOf(ctx);
    const ended = await endSessionsOf(ctx, account.id, session.id);
    await noteSecurity(ctx, "other_devices_signed_out", { customer_id: account.id, ended });
    return listDevices(ctx, session);
  },
  confirmPhone: notYet,
  removeAvatar: async (ctx) => {
    const customer_id = (await ctx.session())?.customer_id;
    if (!customer_id) throw new ShopError("unauthenticated");
    await removeAvatar(ctx, customer_id);
    return { avatar_url: null };
  },
});
