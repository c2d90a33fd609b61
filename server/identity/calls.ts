/** Calls about people: who asks, and what for. Rules and SQL are in the noun files beside. Spec §7 Account and auth, Other. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import type { User } from "contract/identity.ts";
import { type OtpPurpose, pickableRoles } from "contract/people.ts";
import { identity as en } from "messages/en/identity.ts";
import { errorText } from "messages/error-text.ts";
import { identity as ja } from "messages/ja/identity.ts";
import { identity as vi } from "messages/vi/identity.ts";
import type { Ctx } from "../context.ts";
import { implement } from "../handle.ts";
import { noteSecurity } from "../security.ts";
import { removeAvatar } from "./avatars.ts";
import { captchaSettings } from "./captcha.ts";
import {
  accountOf,
  changePassword,
  createOwnPassword,
  isOwnPassword,
  resetPassword,
  signInByPassword,
} from "./credentials.ts";
import { findByPhone, viewUser } from "./customers.ts";
import { listDevices, signOutDevice } from "./devices.ts";
import { startGoogle } from "./google.ts";
import { joinGoogle, leaveGoogle, signInByGoogle } from "./google-accounts.ts";
import { isPhoneKnown, kindsOfPhone } from "./look-ups.ts";
import { issueCode, useCodes } from "./otp.ts";
import { beginEmailProof, beginPhoneChange, finishEmailProof, finishPhoneChange, updateProfile } from "./profile.ts";
import { provePhone, register } from "./registration.ts";
import { pickable, rolesOf, scopeOf } from "./roles.ts";
import { viewSession } from "./session-view.ts";
import { endSession, endSessionsOf } from "./sessions.ts";
import { signIn, switchRole } from "./sign-in.ts";

/** What a visitor may ask a code for by name; the others have calls of their own. */
const visitors_purposes: ReadonlySet<OtpPurpose> = new Set(["login", "register", "reset", "checkout"]);

const words = { vi, en, ja };

/** Nobody is told a code for a new password who has no account. */
const reaches = async (ctx: Ctx, phone: string, purpose: OtpPurpose): Promise<boolean> => {
  const account = await findByPhone(ctx, phone);
  return purpose !== "reset" || account?.status === "active";
};

const viewSelf = async (ctx: Ctx): Promise<User> => {
  const { session, account } = await accountOf(ctx);
  return viewUser(ctx, account.id, session);
};

export const identityCalls = implement(contract.identity, {
  session: viewSession,
  captcha: captchaSettings,
  sendCode: async (ctx, { phone, purpose, channel, captcha }) => {
    if (!visitors_purposes.has(purpose))
      throw new ShopError("invalid", { fields: { purpose: [{ key: "malformed_value" }] } });
    return issueCode(ctx, { target: phone, purpose, channel, captcha, reaches: await reaches(ctx, phone, purpose) });
  },
  login: signInByPassword,
  apiLogin: signInByPassword,
  loginSms: async (ctx, { phone, otp, ...wish }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "login", code: otp }]);
    const account = await findByPhone(ctx, phone);
    if (account) return signIn(ctx, account.id, "code", wish);
    return { otp_proof: provePhone(ctx, phone), account_status: "unregistered" as const };
  },
  registerSend: (ctx, { phone, channel, captcha }) =>
    issueCode(ctx, { target: phone, purpose: "register", channel, captcha }),
  registerCheckOtp: async (ctx, { phone, otp }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "register", code: otp }]);
    return { otp_proof: provePhone(ctx, phone) };
  },
  register,
  forgotPassword: async (ctx, { phone, channel, captcha }) =>
    issueCode(ctx, { target: phone, purpose: "reset", channel, captcha, reaches: await reaches(ctx, phone, "reset") }),
  createPassword: async (ctx, { phone, otp, password }) =>
    phone === undefined || otp === undefined
      ? createOwnPassword(ctx, password)
      : resetPassword(ctx, { phone, code: otp, password }),
  changePassword: changePassword,
  checkPassword: async (ctx, { password }) => {
    const { account } = await accountOf(ctx);
    return { correct: await isOwnPassword(ctx, account, password) };
  },
  googleStart: startGoogle,
  socialLogin: signInByGoogle,
  socialSync: async (ctx, { link_proof }) => {
    await joinGoogle(ctx, link_proof);
    return viewSelf(ctx);
  },
  socialUnlink: async (ctx) => {
    await leaveGoogle(ctx);
    return viewSelf(ctx);
  },
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
  profile: viewSelf,
  updateProfile: async (ctx, change) => {
    await updateProfile(ctx, change);
    return viewSelf(ctx);
  },
  updatePhone: (ctx, { phone, captcha }) => beginPhoneChange(ctx, phone, captcha),
  updatePhoneOtp: finishPhoneChange,
  verifyEmailSend: beginEmailProof,
  verifyEmail: async (ctx, { otp }) => {
    await finishEmailProof(ctx, otp);
    return viewSelf(ctx);
  },
  userGroups: async (ctx) =>
    pickableRoles.map((code) => ({ code, label: words[ctx.locale].role[code], needs_agent_id: code === "agent" })),
  userGroup: async (ctx, asked) => pickable(await kindsOfPhone(ctx, asked)),
  userByPhone: async (ctx, asked) => ({ exists: await isPhoneKnown(ctx, asked) }),
  existsByPhone: async (ctx, asked) => {
    const exists = await isPhoneKnown(ctx, asked);
    return { exists, message: exists ? errorText(ctx.locale, "phone_registered") : "" };
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
  confirmPhone: async (ctx, { phone, otp }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "checkout", code: otp }]);
    return { confirmed: true as const };
  },
  removeAvatar: async (ctx) => {
    const customer_id = (await ctx.session())?.customer_id;
    if (!customer_id) throw new ShopError("unauthenticated");
    await removeAvatar(ctx, customer_id);
    return { avatar_url: null };
  },
});
