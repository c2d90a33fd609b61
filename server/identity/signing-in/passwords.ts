/**
 * Passwords: argon2id, two at once in a process (hashing many at once would exhaust the CPU), and the same
 * work whether or not there is an account or a password. What is hashed is what contract/values/password.ts says.
 * Spec §5; rules/identity#passwords
 */
import { hash, verify } from "@node-rs/argon2";
import { ShopError } from "contract/errors.ts";
import { stripMarks } from "contract/values/text.ts";

// rules/identity#passwords. The library's default algorithm is argon2id.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
const MAX_CONCURRENT = 2;
const MAX_WAITING = 100;

export async function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password, cost));
}

/** False without a hash too, after the same work. */
export async function isPassword(stored: string | null, typed: string): Promise<boolean> {
  return withSlot(async () => {
    const right = await verify(stored ?? (await dummyHash()), typed);
    return right && stored !== null;
  });
}

let dummyHashOnce: Promise<string> | undefined;
/** The hash of a password no account has. */
const dummyHash = (): Promise<string> => (dummyHashOnce ??= hash(crypto.randomUUID(), cost));

let working = 0;
const waiting: (() => void)[] = [];

/** Throws unavailable when too many wait already. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (working >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw new ShopError("unavailable", { retry_after_seconds: 5 });
    await new Promise<void>((turn) => waiting.push(turn));
  } else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Read when the first password is chosen: the package brings a whole language with it. */
async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** In lower case, without accents, and without the digits and specials around it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= readCommonPasswords();
  const known = await commonPasswords;
  const core = stripMarks(password)
    .toLowerCase()
    .replace(/^[\d@$!%*?&]+|[\d@$!%*?&]+$/g, "");
  return known.has(core) || known.has(password.toLowerCase());
}

/** Throws password_common. */
export async function assertUncommon(password: string): Promise<void> {
  if (await isCommonPassword(password)) {
    throw new ShopError("password_common", { fields: { password: [{ key: "password_common" }] } });
  }
}
