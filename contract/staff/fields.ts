/** Shapes that several calls for staff share. rules/staff */
import { z } from "zod";
import { integer, rowNumber, singleLine } from "../values/fields.ts";
import { permissions } from "./permissions.ts";
import { accountStates, modes, narrowings, roleScopes } from "./rights.ts";

/** Languages of the office; a person's own setting. */
export const officeLocales = ["vi", "en"] as const;
export type OfficeLocale = (typeof officeLocales)[number];
export const officeLocale = z.enum(officeLocales, { error: "locale_invalid" });

export const permission = z.enum(permissions, { error: "malformed_value" });
export const roleCode = z.string({ error: "required" }).regex(/^[a-z][a-z0-9_]{1,39}$/, "malformed_value");
/** Why a person did it; it stands in the history. */
export const reason = singleLine(300, 1);
export const reasonIfAny = singleLine(300).optional();
/** The version that was read: an act on an older one is refused as `conflict`. */
export const version = integer(1, 2_147_483_647);
export const accountId = rowNumber;
/** Six digits of the authenticator app; blanks between them are dropped. */
export const totpCode = z
  .string({ error: "required" })
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "totp_invalid"));
export const recoveryCode = z
  .string({ error: "required" })
  .max(40, "recovery_code_invalid")
  .transform((typed) => typed.replaceAll(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{12}$/, "recovery_code_invalid"));
/** The secret part of a link sent by e-mail. */
export const linkToken = z.string({ error: "required" }).regex(/^[\w-]{20,100}$/, "malformed_value");
/** What a step gives for the next one. Signed, good for some minutes and for that step alone. */
export const stepProof = z.string({ error: "required" }).max(2000);

/**
 * Where a person works: every place, named ones, or no choice (null). A role with a scope needs a choice. Warehouses by
 * their code of the setting `warehouses`, collaborators by their account's id.
 */
export const Places = z.object({
  warehouses: z.union([z.literal("all"), z.array(z.string().max(20)).min(1).max(50), z.null()]),
  collaborators: z.union([z.literal("all"), z.array(z.string().max(20)).min(1).max(500), z.null()]),
});
export type Places = z.infer<typeof Places>;

export const HeldPermission = z.object({
  name: permission,
  mode: z.enum(modes),
  only: z.enum(narrowings).nullable(),
});
export type HeldPermission = z.infer<typeof HeldPermission>;

export const RoleName = z.object({ code: z.string(), name: z.string(), scope: z.enum(roleScopes).nullable() });
export type RoleName = z.infer<typeof RoleName>;

export const AccountState = z.enum(accountStates);

/** A new second factor: shown as QR and as text, and brought back with the first code of it. */
export const TotpSetup = z.object({
  /** Base32, to be typed where no camera is at hand. */
  secret: z.string(),
  /** otpauth://totp/… */
  uri: z.string(),
  /** The QR code of `uri`: dark modules as the `d` of a path in a square of `size`, its quiet zone included. */
  qr: z.object({ size: z.int(), path: z.string() }),
  /** To be sent back with the code. Good for 30 minutes. */
  setup: z.string(),
});
export type TotpSetup = z.infer<typeof TotpSetup>;

/** What the browser is to be asked: the standard's options, as JSON text for navigator.credentials. */
export const PasskeyOptions = z.object({ options: z.string() });
/** What the browser answered, as JSON text of the standard, so that a plain form can carry it. */
export const passkeyAnswer = z.string({ error: "required" }).max(20_000);
export const examplePasskey = JSON.stringify({
  id: "Zm9v",
  rawId: "Zm9v",
  type: "public-key",
  response: { clientDataJSON: "e30" },
  clientExtensionResults: {},
});
