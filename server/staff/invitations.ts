/**
 * Inviting, accepting, and a lost second factor: each by a link that only the person's e-mail gets. What is set up is set
 * up whole, in one transaction, or not at all. rules/staff#invitations, rules/staff#lost-factor
 */
import { ShopError } from "contract/errors.ts";
import type { StaffAccount } from "contract/staff/accounts.ts";
import type { OfficeLocale, Places } from "contract/staff/fields.ts";
import { neverWithoutHolder } from "contract/staff/rights.ts";
import type { StaffSignedIn } from "contract/staff/sign-in.ts";
import { sql } from "kysely";
import { assertUncommon, hashPassword } from "../identity/signing-in/passwords.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { secondPerson } from "../kernel/second-person.ts";
import { setting } from "../platform/settings.ts";
import { noteSecurity } from "../security/security-events.ts";
import { rightsOf, roleNames, viewAccount } from "./accounts.ts";
import { rightsFigures } from "./approvals/figures.ts";
import { actAsStaff } from "./audit/entries.ts";
import {
  assertEmailCanBeSent,
  consumeLink,
  emailManagers,
  emailStaff,
  endLinks,
  makeLink,
  type OpenLink,
  openLink,
  untilText,
} from "./emails.ts";
import { widerIn } from "./grants.ts";
import { actingAccount, actingGrants, changingRights, grantsIn, type HeldAccount, heldAccount } from "./held.ts";
import { noteStaffEvent } from "./history.ts";
import { readPlaces, storeRolesAndPlaces, viewPlaces } from "./places.ts";
import { beginTotp, confirmTotp, guessed, guessLimits, makeRecoveryCodes, storeTotp } from "./second-factor.ts";
import { endStaffSessions, openStaffSession } from "./sessions.ts";
import { assertPassword } from "./sign-in.ts";

const FACTOR_RESET_HOURS = 24;
/** Back so far the e-mail must have stood to get the link of a lost factor. */
const SETTLED_HOURS = 72;

type Invited = {
  email: string;
  full_name: string;
  roles: string[];
  places: Places;
  language: OfficeLocale;
  reason?: string | undefined;
};

/** What nobody gives alone: deciding and managing, and more than one has oneself. Throws SecondPersonNeeded. */
async function assertMayGive(ctx: Ctx, account: HeldAccount): Promise<void> {
  const own = await actingGrants(ctx);
  if (own === null) return; // the command on the machine
  const given = grantsIn(account);
  const guarded = given.flatMap(({ name }) => neverWithoutHolder.filter((each) => each === name));
  if (guarded.length === 0 && widerIn(own, given).length === 0) return;
  const { email } = await readerOf(ctx, account.id);
  await secondPerson(ctx, {
    kind: "rights",
    // Approving makes another account: its number is none of the figures.
    subject: `invitation:${email}`,
    label: account.full_name,
    figures: [{ name: "email", before: null, after: email }, ...rightsFigures(null, account)],
    needs: "staff:manage",
    concerned: [account.id],
  });
}

/** Throws email_registered, SecondPersonNeeded, mail_unavailable, place_required, invalid. */
export async function invite(ctx: Ctx, invited: Invited): Promise<StaffAccount> {
  assertEmailCanBeSent(ctx);
  const id = await changingRights(ctx, "staff:manage", async (tx) => {
    const account_id = await addInvited(tx, invited);
    await assertMayGive(tx, await heldAccount(tx, account_id));
    await sendInvitation(tx, account_id);
    await noteStaffEvent(tx, "invited", {
      account_id,
      after: rightsOf(await heldAccount(tx, account_id)),
      reason: invited.reason,
    });
    return account_id;
  });
  return viewAccount(ctx, id);
}

/** Throws email_registered. */
export async function addInvited(tx: Ctx, invited: Omit<Invited, "reason">): Promise<number> {
  const { full_name, language, roles } = invited;
  // A literal: PostgreSQL finds the partial index of a generic plan by nothing else.
  const made = await tx.sql
    .insertInto("staff.accounts")
    .values({ email: invited.email.toLowerCase(), full_name, state: "invited", language, created_at: tx.now })
    .onConflict((conflict) => conflict.column("email").where("state", "<>", sql.lit("left")).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw new ShopError("email_registered", { fields: { email: [{ key: "email_registered" }] } });
  await storeRolesAndPlaces(tx, made.id, { roles, places: await readPlaces(tx, invited.places) });
  return made.id;
}

type Reader = { email: string | null; full_name: string; language: OfficeLocale };

const readerOf = (ctx: Ctx, id: number): Promise<Reader> =>
  ctx.sql
    .selectFrom("staff.accounts")
    .select(["email", "full_name", sql<OfficeLocale>`language`.as("language")])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Throws conflict where there is no e-mail to send it to. */
async function sendInvitation(tx: Ctx, account_id: number): Promise<void> {
  const { email, ...reader } = await readerOf(tx, account_id);
  if (email === null) throw new ShopError("conflict", { message_key: "staff_state" });
  const { invitation_hours: hours } = await setting(tx, "staff_limits");
  const { link, expires_at } = await makeLink(tx, { account_id, purpose: "invitation", hours, sent_to: email });
  const by = await nameOfActor(tx);
  await emailStaff(tx, { ...reader, email }, "invitation", { by, until: untilText(expires_at, reader.language), link });
}

async function nameOfActor(ctx: Ctx): Promise<string | null> {
  const id = await actingAccount(ctx);
  return id === null ? null : (await heldAccount(ctx, id)).full_name;
}

/** Of one who has not joined yet. Throws not_found, conflict. */
async function invitedAccount(tx: Ctx, id: number): Promise<HeldAccount> {
  const account = await heldAccount(tx, id);
  if (account.state !== "invited") throw new ShopError("conflict", { message_key: "staff_state" });
  return account;
}

/** A new link, the one before is void. Throws not_found, conflict, SecondPersonNeeded, mail_unavailable. */
export async function inviteAgain(ctx: Ctx, id: number): Promise<StaffAccount> {
  assertEmailCanBeSent(ctx);
  await changingRights(ctx, "staff:manage", async (tx) => {
    await assertMayGive(tx, await invitedAccount(tx, id));
    await sendInvitation(tx, id);
    await noteStaffEvent(tx, "invitation_sent_again", { account_id: id });
  });
  return viewAccount(ctx, id);
}

/** The account goes with it; what happened stays in the history. Throws not_found, conflict. */
export async function withdrawInvitation(ctx: Ctx, id: number): Promise<{ done: true }> {
  await changingRights(ctx, "staff:manage", async (tx) => {
    const account = await invitedAccount(tx, id);
    const { email } = await readerOf(tx, id);
    await noteStaffEvent(tx, "invitation_withdrawn", { before: { ...rightsOf(account), email } });
    await tx.sql.deleteFrom("staff.accounts").where("id", "=", id).execute();
  });
  return { done: true };
}

const setupFor = (purpose: "invitation" | "factor", { id }: OpenLink): string => `${purpose} ${id}`;

/** Throws link_over. */
export async function viewInvitation(ctx: Ctx, { token }: { token: string }) {
  const link = await openLink(ctx, "invitation", token);
  const account = await acceptingAccount(ctx, link);
  const { email, full_name, language } = await readerOf(ctx, account.id);
  const [kind, by] = link.made_by.split(":");
  return {
    email: email ?? "",
    full_name,
    language,
    roles: roleNames(ctx, account.roles),
    places: await viewPlaces(ctx, account),
    invited_by: kind === "staff" ? (await heldAccount(ctx, Number(by))).full_name : null,
    expires_at: link.expires_at.toISOString(),
    totp: await beginTotp(ctx, email ?? "", setupFor("invitation", link)),
  };
}

/** Who was invited; or an owner who was locked out, by the link that the command on the machine printed. */
async function acceptingAccount(ctx: Ctx, { account_id, made_by }: OpenLink): Promise<HeldAccount> {
  const account = await heldAccount(ctx, account_id);
  const isOpen = account.state === "invited" || (made_by === "command" && account.state !== "left");
  if (!isOpen) throw new ShopError("link_over");
  return account;
}

type Accepted = { token: string; full_name: string; password: string; setup: string; code: string };

/** Throws link_over, setup_over, second_factor_wrong, password_common, too_many. Not to be called inside a transaction. */
export async function acceptInvitation(ctx: Ctx, accepted: Accepted): Promise<StaffSignedIn> {
  const { token, full_name, password, setup, code } = accepted;
  const found = await openLink(ctx, "invitation", token);
  await assertUncommon(password);
  const { right } = await guessed(ctx, guessLimits(ctx, "setup", `link ${found.id}`));
  const confirmed = await confirmTotp(ctx, setupFor("invitation", found), { setup, code });
  await right();
  const password_hash = await hashPassword(password);
  return changingRights(ctx, null, async (caller) => {
    const link = await openLink(caller, "invitation", token, true);
    const { id } = await acceptingAccount(caller, link);
    const tx = await actAsStaff(caller, id, "staff.acceptInvitation");
    await consumeLink(tx, link);
    await endLinks(tx, id);
    await endStaffSessions(tx, id, null);
    await tx.sql.deleteFrom("staff.passkeys").where("account_id", "=", id).execute();
    await storeTotp(tx, id, confirmed);
    await tx.sql
      .updateTable("staff.accounts")
      .set({
        state: "active",
        full_name,
        password_hash,
        password_changed_at: tx.now,
        joined_at: tx.now,
        version: sql<number>`version + 1`,
      })
      .where("id", "=", id)
      .execute();
    await noteStaffEvent(tx, "joined", { account_id: id });
    await noteSecurity(tx, "staff_signed_in", { staff: id, by: "invitation" });
    return openStaffSession(tx, id, { recovery_codes: await makeRecoveryCodes(tx, id) });
  });
}

/**
 * For a lost factor: nothing changes until the person confirms by the link, which goes to the e-mail that stood there 72
 * hours ago. All with `staff:manage` are told. Throws not_found, conflict, own_account, mail_unavailable.
 */
export async function askFactorReset(ctx: Ctx, { id, reason }: { id: number; reason: string }): Promise<StaffAccount> {
  assertEmailCanBeSent(ctx);
  if ((await actingAccount(ctx)) === id) throw new ShopError("own_account");
  await changingRights(ctx, "staff:manage", async (tx) => {
    const account = await heldAccount(tx, id);
    const to = await settledEmail(tx, id);
    if (account.state !== "active" || to === null) throw new ShopError("conflict", { message_key: "staff_state" });
    const reader = { ...(await readerOf(tx, id)), email: to };
    const wanted = { account_id: id, purpose: "factor", hours: FACTOR_RESET_HOURS, sent_to: to } as const;
    const { link, expires_at } = await makeLink(tx, wanted);
    const by = await nameOfActor(tx);
    await emailStaff(tx, reader, "factor", { by, until: untilText(expires_at, reader.language), link });
    await emailManagers(tx, "factor_reset_told", { by, person: account.full_name, reason }, id);
    await noteStaffEvent(tx, "factor_reset_asked", { account_id: id, reason });
  });
  return viewAccount(ctx, id);
}

async function settledEmail(ctx: Ctx, id: number): Promise<string | null> {
  const settled = new Date(ctx.now.getTime() - SETTLED_HOURS * 3_600_000);
  const { rows } = await sql<{ email: string | null }>`
    select case when email_changed_at > ${settled} then email_before else email end as email
    from staff.accounts where id = ${id}`.execute(ctx.sql);
  return rows[0]?.email ?? null;
}

/** Throws link_over. */
export async function viewFactorReset(ctx: Ctx, { token }: { token: string }) {
  const link = await openLink(ctx, "factor", token);
  const { email } = await readerOf(ctx, link.account_id);
  const totp = await beginTotp(ctx, email ?? "", setupFor("factor", link));
  return { email: email ?? "", expires_at: link.expires_at.toISOString(), totp };
}

/** Throws link_over, wrong_password, setup_over, second_factor_wrong, too_many. */
export async function confirmFactorReset(
  ctx: Ctx,
  { token, password, setup, code }: { token: string; password: string; setup: string; code: string },
): Promise<StaffSignedIn> {
  const found = await openLink(ctx, "factor", token);
  const account = await ctx.sql
    .selectFrom("staff.accounts")
    .select(["id", "password_hash"])
    .where("id", "=", found.account_id)
    .executeTakeFirstOrThrow();
  await assertPassword(ctx, account, password);
  const { right } = await guessed(ctx, guessLimits(ctx, "setup", account.id));
  const confirmed = await confirmTotp(ctx, setupFor("factor", found), { setup, code });
  await right();
  return inTransaction(ctx, async (caller) => {
    const tx = await actAsStaff(caller, account.id, "staff.confirmFactorReset");
    const link = await openLink(tx, "factor", token, true);
    await consumeLink(tx, link);
    await storeTotp(tx, account.id, confirmed);
    await tx.sql.deleteFrom("staff.passkeys").where("account_id", "=", account.id).execute();
    await endStaffSessions(tx, account.id, null);
    await endLinks(tx, account.id);
    await noteStaffEvent(tx, "factor_reset", { account_id: account.id });
    await emailStaff(tx, await emailed(tx, account.id), "factor_changed", {});
    return openStaffSession(tx, account.id, { recovery_codes: await makeRecoveryCodes(tx, account.id) });
  });
}

async function emailed(ctx: Ctx, id: number): Promise<Reader & { email: string }> {
  const { email, ...reader } = await readerOf(ctx, id);
  return { ...reader, email: email ?? "" };
}

/**
 * The command on the machine: an invitation as an owner, for a new person, for one who is locked out, or for one invited
 * before. The account's sessions end, and all with `staff:manage` are told. Answers the link, which is printed, not sent.
 */
export async function inviteOwner(ctx: Ctx, given: { email: string; full_name: string }) {
  const email = given.email.toLowerCase();
  return changingRights(ctx, null, async (tx) => {
    const { rows } = await sql<{ id: number; full_name: string }>`
      select id, full_name from staff.accounts where email = ${email} and state <> 'left'`.execute(tx.sql);
    const owner = { roles: ["owner"], places: { warehouses: null, collaborators: null }, language: "vi" } as const;
    const invited = { ...given, ...owner, roles: [...owner.roles], email };
    const account_id = rows[0]?.id ?? (await addInvited(tx, invited));
    const before = await heldAccount(tx, account_id);
    const roles = [...new Set([...before.roles.map(({ code }) => code), "owner"])];
    await storeRolesAndPlaces(tx, account_id, { roles, places: before });
    await endStaffSessions(tx, account_id, null);
    await endLinks(tx, account_id);
    // The state stays: the shop would have no owner until the link is used. Using it replaces password and factors.
    const { invitation_hours: hours } = await setting(tx, "staff_limits");
    const { link, expires_at } = await makeLink(tx, { account_id, purpose: "invitation", hours, sent_to: null });
    await noteStaffEvent(tx, "owner_by_command", { account_id, before: rightsOf(before), after: { roles } });
    await emailManagers(tx, "owner_by_command", { person: before.full_name }, 0);
    return { link, expires_at, full_name: before.full_name };
  });
}

/** The command on the machine, for one who came without an e-mail. False where there is nobody such, or it is taken. */
export async function setEmail(ctx: Ctx, id: number, email: string): Promise<boolean> {
  const { rows } = await sql`update staff.accounts set email = ${email.toLowerCase()}
    where id = ${id} and email is null and not exists (
      select from staff.accounts where email = ${email.toLowerCase()} and state <> 'left') returning 1`.execute(
    ctx.sql,
  );
  return rows.length > 0;
}
