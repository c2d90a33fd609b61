/** `npm run staff -- …`: the first owner, and one who is locked out. Arguments in, text and exit code out. Exit codes: 0 done, 1 refused, 2 not understood. */
import { email } from "contract/values/fields.ts";
import { formatDateTime } from "contract/values/locale.ts";
import type { Ctx } from "server/kernel/context.ts";
import { listAccounts } from "server/staff/accounts.ts";
import { inviteOwner, setEmail } from "server/staff/invitations.ts";
import { readArguments, UsageError, usageOf, wholeNumber } from "./command-line.ts";
import { type CommandResult, printable, speak } from "./shopkeeper.ts";

export const help = `Staff of the shop

  npm run staff -- list
  npm run staff -- owner E-MAIL [--name "Mai Bình An"]
  npm run staff -- email ID E-MAIL

owner prints the link of an invitation as an owner: for the first owner of a shop, and for one who has lost password or
second factor. It ends the sessions of that account, and everybody who may manage staff is told by e-mail. The link works
once, for 72 hours; who has it becomes an owner, so hand it over in person. email gives one who was invited without an
e-mail (an administrator of an earlier version) the one to invite them by. Everything else is done in the back office.
Exit codes: 0 done, 1 refused, 2 not understood.
`;

export const options = { name: { type: "string" } } as const;

const MAX_WORDS = 3;

export async function staffCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    const { values, positionals } = readArguments(words, options, MAX_WORDS);
    const [act, first, second] = positionals;
    if (act === "list" && first === undefined) return said(await list(ctx));
    if (act === "owner" && second === undefined) return said(await owner(ctx, addressOf(first), values.name));
    if (act === "email") {
      const id = wholeNumber("email", first, 1, 2_147_483_647);
      const address = addressOf(second);
      if (await setEmail(ctx, id, address)) return said(`${address} can be invited now.\n`);
      return { out: "", err: `${id} is no account without an e-mail, or a person has ${address}.\n`, exit_code: 1 };
    }
    throw new UsageError(act === undefined ? "What is to be done?" : `"${words.join(" ")}" is nothing it can do.`);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

const said = (out: string): CommandResult => ({ out, err: "", exit_code: 0 });

function addressOf(typed: string | undefined): string {
  const read = email.safeParse(typed ?? "");
  if (!read.success) throw new UsageError(`"${typed ?? ""}" is no e-mail address.`);
  return read.data;
}

async function list(ctx: Ctx): Promise<string> {
  const accounts = await listAccounts(ctx);
  if (accounts.length === 0) return "Nobody yet. The first owner: npm run staff -- owner E-MAIL\n";
  const lines = accounts.map(
    ({ id, email, full_name, state, roles }) =>
      `${String(id).padStart(4)}  ${state.padEnd(8)}  ${(email || "no e-mail").padEnd(28)}  ${printable(full_name)} (${roles.map(({ code }) => code).join(", ")})`,
  );
  return `${["  ID  STATE     E-MAIL                        NAME (ROLES)", ...lines].join("\n")}\n`;
}

async function owner(ctx: Ctx, address: string, name = address.split("@")[0] ?? address): Promise<string> {
  const { link, expires_at, full_name } = await inviteOwner(ctx, { email: address, full_name: name });
  const until = formatDateTime(expires_at.toISOString(), "en");
  return `An invitation as an owner for ${printable(full_name)}, once, until ${until}:\n\n  ${link}\n`;
}

if (process.argv[1] === import.meta.filename) await speak("staff", { help, options, answer: staffCommand });
