import type { StaffEmails } from "../vi/emails.ts";

export const staffEmails: StaffEmails = {
  contact_safety: (p) => ({
    title: `To be answered today: message ${p.code}`,
    text: `Hello ${p.name},

A message tells of smoke, current, leaking water or an injury: ${p.code}. It is to be answered today.

${p.link}`,
  }),
  invitation: (p) => ({
    title: `Invitation to the back office of ${p.shop}`,
    text: `Hello ${p.name},

${p.by === null ? "You are invited" : `${p.by} invites you`} to work in the back office of ${p.shop}. Open this link to set a password and a second step:

${p.link}

The link works once, until ${p.until}. If you did not expect this e-mail, leave it.`,
  }),
  password: (p) => ({
    title: `A new password for the back office of ${p.shop}`,
    text: `Hello ${p.name},

Open this link to set a new password. Signing in still asks for the second step.

${p.link}

The link works once, until ${p.until}. If you did not ask for it, your old password goes on working.`,
  }),
  factor: (p) => ({
    title: `A new second step for the back office of ${p.shop}`,
    text: `Hello ${p.name},

${p.by ?? p.shop} has begun a reset of your second step. Open this link, enter your password and scan the new code:

${p.link}

The link works once, until ${p.until}. If you have not lost your phone, do not open it and tell your manager at once.`,
  }),
  password_changed: (p) => ({
    title: `Your password for the back office of ${p.shop} has changed`,
    text: `Hello ${p.name},

Your password was changed just now, and every session has ended. If that was not you, tell your manager at once.`,
  }),
  factor_changed: (p) => ({
    title: `Your second step for the back office of ${p.shop} has changed`,
    text: `Hello ${p.name},

Your second step was changed just now, and every other session has ended. If that was not you, tell your manager at once.`,
  }),
  factor_reset_told: (p) => ({
    title: `A reset of ${p.person}'s second step at ${p.shop} has begun`,
    text: `Hello ${p.name},

${p.by ?? "The command on the machine"} has begun a reset of ${p.person}'s second step. Reason: ${p.reason}. It counts only once that person confirms it from their e-mail.`,
  }),
  owner_by_command: (p) => ({
    title: `The command on the machine has invited ${p.person} as an owner of ${p.shop}`,
    text: `Hello ${p.name},

Somebody with access to the machine has just made an invitation as an owner for ${p.person}. The sessions of that account have ended. If you do not know of this, look into it at once.`,
  }),
  approval_asked: (p) => ({
    title: `${p.by} asks for approval: ${p.what}`,
    text: `Hello ${p.name},

${p.by} has sent something for approval that needs a second person at ${p.shop}: ${p.what}. Open the office, Approvals, request ${p.code}.`,
  }),
  approval_alone: (p) => ({
    title: `${p.by} confirms alone: ${p.what}`,
    text: `Hello ${p.name},

Nobody else can decide, so ${p.by} has confirmed alone: ${p.what}. It runs by itself at ${p.at}. Any staff member may stop it: open the office of ${p.shop}, Approvals, request ${p.code}.`,
  }),
  approval_decided: (p) => ({
    title: `${{ approved: "Approved", done: "Approved and done", void: "Void", refused: "Refused", stopped: "Stopped" }[p.state]}: ${p.what}`,
    text: `Hello ${p.name},

Your request ${p.code} at ${p.shop} (${p.what}) ${{ approved: "is approved, you can go on", done: "is approved and done", void: "is void, the figures have changed", refused: "is refused", stopped: "was stopped" }[p.state]}.${p.why === "" ? "" : ` Reason: ${p.why}.`}`,
  }),
};
