/** From calls to functions: the office's people. */

import type { Call } from "contract/call.ts";
import { contract } from "contract/contract.ts";
import { permissions } from "contract/staff/permissions.ts";
import { staff } from "contract/staff/staff.ts";
import { implement } from "../calls/handle.ts";
import {
  accountRecord,
  changeAccount,
  endSessionsOf,
  leave,
  leaving,
  listAccounts,
  lockAccount,
  unlockAccount,
} from "./accounts.ts";
import { approve, confirmAlone, refuse, stopAlone, withdraw } from "./approvals/decide.ts";
import { approvalRecord, commentApproval, listApprovals } from "./approvals/inbox.ts";
import { auditLog, recordHistory, revealEntry } from "./audit/log.ts";
import { home } from "./home.ts";
import {
  acceptInvitation,
  askFactorReset,
  confirmFactorReset,
  invite,
  inviteAgain,
  viewFactorReset,
  viewInvitation,
  withdrawInvitation,
} from "./invitations.ts";
import { endKey, listKeys, makeKey } from "./keys.ts";
import {
  beginOwnTotp,
  beginStepUp,
  newRecoveryCodes,
  setOwn,
  signOut,
  signOutOthers,
  stay,
  stepUp,
  stepUpByPasskey,
  viewFactors,
  viewOwnSession,
} from "./own-account.ts";
import { addPasskey, beginAdding, removePasskey } from "./passkeys.ts";
import { listRoles, makeRole, removeRole, saveRole } from "./roles.ts";
import { endStaffDevice, ownSession, staffDevices } from "./sessions.ts";
import {
  beginPasskeySignIn,
  changeOwnPassword,
  forgotPassword,
  resetPassword,
  secondFactor,
  setOwnTotp,
  signIn,
  signInByPasskey,
  signInByRecoveryCode,
} from "./sign-in.ts";

const called = new Set(
  Object.values(contract).flatMap((domain) =>
    Object.values<Call>(domain).flatMap(({ who }) => (typeof who === "object" ? [who.staff] : [])),
  ),
);
/** Permissions whose desk is not built yet. */
const waiting = permissions.filter((name) => !called.has(name));

const done = { done: true } as const;

export const staffCalls = implement(staff, {
  signIn,
  secondFactor,
  recoveryCode: signInByRecoveryCode,
  passkeyStart: beginPasskeySignIn,
  passkeySignIn: signInByPasskey,
  forgotPassword,
  resetPassword,
  invitation: viewInvitation,
  acceptInvitation,
  factorReset: viewFactorReset,
  confirmFactorReset,
  session: viewOwnSession,
  stay,
  signOut,
  setOwn,
  factors: viewFactors,
  stepUp,
  stepUpPasskeyStart: beginStepUp,
  stepUpPasskey: stepUpByPasskey,
  changeOwnPassword,
  newTotp: beginOwnTotp,
  setTotp: setOwnTotp,
  newRecoveryCodes,
  addPasskeyStart: async (ctx) => beginAdding(ctx, (await ownSession(ctx)).account_id),
  addPasskey: async (ctx, added) => addPasskey(ctx, (await ownSession(ctx)).account_id, added),
  removePasskey: async (ctx, { id }) => {
    await removePasskey(ctx, (await ownSession(ctx)).account_id, id);
    return done;
  },
  devices: async (ctx) => staffDevices(ctx, (await ownSession(ctx)).account_id),
  signOutDevice: async (ctx, { id }) => {
    await endStaffDevice(ctx, (await ownSession(ctx)).account_id, id);
    return done;
  },
  signOutOthers,
  accounts: listAccounts,
  account: (ctx, { id }) => accountRecord(ctx, id),
  invite,
  inviteAgain: (ctx, { id }) => inviteAgain(ctx, id),
  withdrawInvitation: (ctx, { id }) => withdrawInvitation(ctx, id),
  changeAccount,
  lock: lockAccount,
  unlock: unlockAccount,
  leaving: (ctx, { id }) => leaving(ctx, id),
  leave,
  resetFactor: askFactorReset,
  endSessions: (ctx, { id }) => endSessionsOf(ctx, id),
  roles: (ctx) => listRoles(ctx, waiting),
  saveRole,
  makeRole,
  removeRole,
  keys: listKeys,
  makeKey,
  endKey: (ctx, { id }) => endKey(ctx, id),
  audit: auditLog,
  recordHistory,
  revealAudit: revealEntry,
  approvals: listApprovals,
  approval: (ctx, { id }) => approvalRecord(ctx, id),
  approve,
  refuse,
  withdraw: (ctx, { id }) => withdraw(ctx, id),
  confirmAlone,
  stopAlone,
  commentApproval,
  home,
});
