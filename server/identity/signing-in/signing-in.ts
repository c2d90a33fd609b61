/** Calls of signing in: codes, passwords, Google, registration. Rules are in the noun files beside. Spec §4, §7. */
import { ShopError } from "contract/errors.ts";
import { type OtpPurpose, pickableRoles } from "contract/identity/accounts.ts";
import { signingIn } from "contract/identity/signing-in.ts";
import { errorText } from "messages/error-text.ts";
import { implement } from "../../calls/handle.ts";
import type { Ctx } from "../../kernel/context.ts";
import { findByPhone } from "../customers.ts";
import { isPhoneKnown, kindsOfPhone } from "../look-ups.ts";
import { pickable, roleNames } from "../roles.ts";
import { captchaSettings } from "./captcha.ts";
import { createOwnPassword, resetPassword, signInByPassword } from "./credentials.ts";
import { startGoogle } from "./google.ts";
import { signInByGoogle } from "./google-accounts.ts";
import { issueCode, useCodes } from "./otp.ts";
import { register, signPhoneProof } from "./registration.ts";
import { signIn } from "./sign-in.ts";

/** What a visitor may ask a code for by name; the others have calls of their own. */
const visitorsPurposes: ReadonlySet<OtpPurpose> = new Set(["login", "register", "reset", "checkout", "warranty"]);

/** No code for a new password is sent where there is no account. */
const hasRecipient = async (ctx: Ctx, phone: string, purpose: OtpPurpose): Promise<boolean> => {
  const account = await findByPhone(ctx, phone);
  return purpose !== "reset" || account?.status === "active";
};

export const signingInCalls = implement(signingIn, {
  captcha: captchaSettings,
  sendCode: async (ctx, { phone, purpose, channel, captcha }) => {
    if (!visitorsPurposes.has(purpose))
      throw new ShopError("invalid", { fields: { purpose: [{ key: "malformed_value" }] } });
    return issueCode(ctx, {
      target: phone,
      purpose,
      channel,
      captcha,
      has_recipient: await hasRecipient(ctx, phone, purpose),
    });
  },
  login: signInByPassword,
  apiLogin: signInByPassword,
  loginSms: async (ctx, { phone, otp, ...wish }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "login", code: otp }]);
    const account = await findByPhone(ctx, phone);
    if (account) return signIn(ctx, account.id, "code", wish);
    return { otp_proof: await signPhoneProof(ctx, phone), account_status: "unregistered" as const };
  },
  registerSend: (ctx, { phone, channel, captcha }) =>
    issueCode(ctx, { target: phone, purpose: "register", channel, captcha }),
  registerCheckOtp: async (ctx, { phone, otp }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "register", code: otp }]);
    return { otp_proof: await signPhoneProof(ctx, phone) };
  },
  register,
  forgotPassword: async (ctx, { phone, channel, captcha }) =>
    issueCode(ctx, {
      target: phone,
      purpose: "reset",
      channel,
      captcha,
      has_recipient: await hasRecipient(ctx, phone, "reset"),
    }),
  createPassword: async (ctx, { phone, otp, password, current_password }) =>
    phone === undefined || otp === undefined
      ? createOwnPassword(ctx, { password, otp, current_password })
      : resetPassword(ctx, { phone, code: otp, password }),
  googleStart: startGoogle,
  socialLogin: signInByGoogle,
  userGroups: async (ctx) =>
    pickableRoles.map((code) => ({ code, label: roleNames(ctx)[code], needs_agent_id: code === "agent" })),
  userGroup: async (ctx, asked) => pickable(await kindsOfPhone(ctx, asked)),
  userByPhone: async (ctx, asked) => ({ exists: await isPhoneKnown(ctx, asked) }),
  existsByPhone: async (ctx, asked) => {
    const exists = await isPhoneKnown(ctx, asked);
    return { exists, message: exists ? errorText(ctx.locale, "phone_registered") : "" };
  },
  confirmPhone: async (ctx, { phone, otp }) => {
    await useCodes(ctx, [{ field: "otp", target: phone, purpose: "checkout", code: otp }]);
    return { confirmed: true as const };
  },
  checkReferenceCode: async () => {
    throw new ShopError("invalid", { message_key: "code_unknown", fields: { code: [{ key: "code_unknown" }] } });
  },
});
