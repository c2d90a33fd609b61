/**
 * Everything the shop takes from its environment, in one schema. Wrong values stop the start with a list of all that
 * is wrong (startup-check.ts adds what only trying shows). Missing secrets are made on the first run and stored in
 * DATA_DIR with mode 0600; several hosts on one database must be given the same ones. docs/operations.md lists all.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type Bypasses, bypassesIn } from "../bypass/bypasses.ts";
import { ShopCannotStart } from "./shop-cannot-start.ts";
import { writeOnce } from "./write-once.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const flag = z.enum(["on", "off", "true", "false", "1", "0"]).transform((text) => ["on", "true", "1"].includes(text));
/** readEnvironment puts the value that was given before this message. */
function whole(least: number, most: number) {
  const error = `is no whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}
const secret = z.string().min(16, "needs at least 16 characters");
const httpAddress = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).pathname === "/" && !new URL(text).search),
    "must have no path and no query",
  )
  .transform((text) => new URL(text).origin);

/** What a socket can listen on: an IP address or a host name, both without a port. */
const host = z
  .string()
  .refine((text) => isIP(text) > 0 || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9-]+)*$/i.test(text), {
    error: "must be an IP address or a host name",
  });
const network = /^(loopback|linklocal|uniquelocal)$/;
/** IP addresses, networks (`10.0.0.0/8`) and their names, as Fastify takes them. */
const networks = z.string().refine(
  (text) =>
    text.split(",").every((part) => {
      const [ip = "", bits, ...more] = part.trim().split("/");
      const isMask =
        bits === undefined || /^\d+$/.test(bits) ? Number(bits ?? 0) <= (isIP(ip) === 4 ? 32 : 128) : isIP(bits) > 0;
      return network.test(ip) || (isIP(ip) > 0 && isMask && more.length === 0);
    }),
  { error: "must be IP addresses or networks, by comma" },
);

/** One variable each; the description is what docs/operations.md says of it. */
export const environment = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"])
    .default("development")
    .describe("`production` switches the simulators off and the log to JSON"),
  PORT: whole(1, 65535).default(3000).describe("where the shop listens"),
  HOST: host.default("localhost").describe("the address it listens on; `0.0.0.0` lets the local network in"),
  PUBLIC_URL: httpAddress
    .optional()
    .describe("how the world reaches the shop; default `http://localhost:$PORT`. https makes cookies Secure"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, hostname: /.*/, error: "must be a postgresql:// address" })
    .optional()
    .describe("a PostgreSQL of yours, 15 or later, UTF8; without it the shop runs its own in DATA_DIR"),
  DATABASE_CONNECTIONS: whole(2, 200).default(20).describe("connections one process opens at most"),
  DATA_DIR: z.string().min(1).default(".data").describe("database, secrets, uploads; relative to the project"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("what is worth a line"),
  TRUST_PROXY: networks
    .optional()
    .describe("addresses or networks of the proxies in front, by comma; `loopback` for the same machine"),
  MAINTENANCE: flag
    .default(false)
    .describe("`on` closes the shop as the setting `maintenance` does, whatever the setting says"),
  DEMO_ORDERS: flag.default(true).describe("`off`: an empty shop that is tried out begins without the demo's orders"),
  DEV_SIMULATORS: flag.optional().describe("the simulated bank and its kind; default on, off in production"),
  PROVIDER_WAIT_MS: whole(10, 60_000)
    .default(60_000)
    .describe("longest wait for an answer of a payment provider, in ms; what is shorter by its document stays"),
  LIMIT_FACTOR: whole(1, 100_000).default(1).describe("multiplies every rate limit, for load tests"),
  DRAIN_SECONDS: whole(0, 5)
    .optional()
    .describe("how long to answer `/readyz` with 503 before refusing connections; default 5 in production, else 0"),
  BYPASSES: z
    .string()
    .default("on")
    .transform((text, check): Bypasses => {
      const read = bypassesIn(text);
      if (!read) check.issues.push({ code: "custom", message: "must be on, off or names of bypasses", input: text });
      return read ?? new Set();
    })
    .describe("`off` runs without what reaches into packages for speed: slower, the same answers, to find a fault"),
  DEFAULT_STORE_TOKEN: secret.optional().describe("the public token of visitors: an identifier, not a secret"),
  SIGNING_KEY: secret.optional().describe("signs cookies and proofs"),
  SIGNING_KEY_PREVIOUS: secret.optional().describe("the key before, still accepted while you change it"),
  DATA_KEY: secret.optional().describe("encrypts account numbers and codes on their way"),
  DATA_KEY_PREVIOUS: secret.optional().describe("the key before, which still opens what it closed"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /.*/, error: "must be an smtp:// or smtps:// address" })
    .optional()
    .describe("the mail server codes leave by; without it they go to the outbox, in production nowhere"),
  MAIL_FROM: z
    .string()
    .min(3)
    .default("no-reply@shop.example")
    .describe("the sender of our mail; an e-mail address alone gets the brand as its name"),
  SILENT_PHONES: z
    .string()
    .regex(/^\+\d{4,}(?:\s*,\s*\+\d{4,})*$/, "must be beginnings of phone numbers such as +84590000, by comma")
    .default("+84590000")
    .describe("numbers that never get a real message, by their beginnings, by comma; those of the demo accounts"),
  ESMS_API_KEY: z.string().min(1).optional().describe("codes by SMS and voice through eSMS; with ESMS_SECRET_KEY"),
  ESMS_SECRET_KEY: z.string().min(1).optional().describe("the secret beside ESMS_API_KEY"),
  ESMS_BRANDNAME: z
    .string()
    .min(1)
    .optional()
    .describe("the registered sender of our SMS; default the brand in capital letters"),
  ESMS_URL: httpAddress.default("https://rest.esms.vn").describe("where eSMS is; a simulator's address for rehearsals"),
  ZALO_APP_ID: z.string().min(1).optional().describe("codes by Zalo ZNS; with the three below"),
  ZALO_SECRET_KEY: z.string().min(1).optional().describe("the secret of the Zalo application"),
  ZALO_OA_SECRET_KEY: z.string().min(1).optional().describe("what Zalo signs its delivery receipts with"),
  ZALO_REFRESH_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe("the first refresh token of the official account; later ones are stored, encrypted"),
  ZALO_ZNS_TEMPLATE: z
    .string()
    .min(1)
    .optional()
    .describe("the approved template of the code; it has one field, `otp`"),
  ZALO_OAUTH_URL: httpAddress.default("https://oauth.zaloapp.com").describe("where Zalo renews tokens"),
  ZALO_ZNS_URL: httpAddress.default("https://business.openapi.zalo.me").describe("where Zalo takes messages"),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .default("https://accounts.google.com")
    .describe("the OpenID provider behind the Google button; plain http on loopback only"),
  GOOGLE_CLIENT_ID: z.string().min(1).optional().describe("signing in by Google; without it the button is not shown"),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe("the secret beside GOOGLE_CLIENT_ID"),
  RECAPTCHA_SITE_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("reCAPTCHA instead of our own captcha; with RECAPTCHA_SECRET_KEY"),
  RECAPTCHA_SECRET_KEY: z.string().min(1).optional().describe("the secret beside RECAPTCHA_SITE_KEY"),
  RECAPTCHA_SIZE: z
    .enum(["invisible", "normal", "compact"])
    .default("invisible")
    .describe("invisible: a key of reCAPTCHA v3; normal or compact: a checkbox, with a key of v2"),
  RECAPTCHA_URL: httpAddress.default("https://www.google.com").describe("where answers of reCAPTCHA are checked"),
  SEPAY_AUTH: z
    .enum(["hmac", "apikey"])
    .default("hmac")
    .describe("how SePay authenticates its ipns: signed, or by its key"),
  SEPAY_API_KEY: secret.optional().describe("what SePay sends as `Authorization: Apikey …`"),
  SEPAY_HMAC_SECRET: secret.optional().describe("what SePay signs its ipns with"),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, "must be 32 bytes as base64url: a P-256 private key")
    .optional()
    .describe("signs messages to browsers (Web Push); a new one ends every subscription"),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, "must be mailto:… or https://…")
    .default("mailto:push@shop.example")
    .describe("whom a push service may turn to"),
  PUSH_HOSTS: z
    .string()
    .optional()
    .describe("push services beside the known ones, `host` or `host:port`, by comma; for tests and closed networks"),
  CV_SCANNER: z
    .string()
    .min(1)
    .optional()
    .describe(
      "scans the files of applicants: a clamd as `tcp://host:port` or `unix:/path`, or a command that reads the file and ends with 0 for clean, 1 for harmful; without it they stay unscanned",
    ),
  S3_ENDPOINT: httpAddress.optional().describe("S3-compatible storage for uploads; without it they go to DATA_DIR"),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is no name of a bucket")
    .optional()
    .describe("the bucket, which exists"),
  S3_REGION: z.string().min(1).default("auto").describe("its region"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe("may read, write and delete in the bucket"),
  S3_SECRET_ACCESS_KEY: secret.optional().describe("the secret of that key"),
});

type Environment = z.infer<typeof environment>;
const GENERATED = [
  "DEFAULT_STORE_TOKEN",
  "SIGNING_KEY",
  "DATA_KEY",
  "SEPAY_API_KEY",
  "SEPAY_HMAC_SECRET",
  "VAPID_PRIVATE_KEY",
] as const;
type Generated = Record<(typeof GENERATED)[number], string>;

export type Config = ReturnType<typeof loadConfig>;

export type Env = Record<string, string | undefined>;
export type Fault = { variable: string; why: string };

/** Every fault that reading alone shows, and the values: of a variable that is wrong, its default. */
export function readEnvironment(env: Env): { values: Environment; faults: Fault[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ""));
  const read = environment.safeParse(given);
  const faults = (read.error?.issues ?? []).map(({ path, message }) => {
    const variable = path.join(".");
    return { variable, why: message.startsWith("is no ") ? `"${given[variable]}" ${message}` : message };
  });
  const wrong = new Set(faults.map(({ variable }) => variable));
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)));
  const values = read.data ?? environment.parse(right);
  return { values, faults: [...faults, ...incompleteSets(given), ...plainIssuer(values)] };
}

export function cannotStart(faults: readonly Fault[]): ShopCannotStart {
  const lines = faults.map(({ variable, why }) => `  ${variable}: ${why}`);
  return new ShopCannotStart(`The environment is not right:\n${lines.join("\n")}`);
}

/** Throws ShopCannotStart naming every wrong variable. Makes DATA_DIR and, once, the secrets that are not given. */
export function loadConfig(env: Env) {
  const { values, faults } = readEnvironment(env);
  if (faults.length > 0) throw cannotStart(faults);
  const production = values.NODE_ENV === "production";
  const dataDir = dataDirOf(values);
  const made = secretsFor(dataDir, values);
  return {
    node_env: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    public_url: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    database_url: values.DATABASE_URL,
    database_connections: values.DATABASE_CONNECTIONS,
    data_dir: dataDir,
    log_level: values.LOG_LEVEL,
    log_format: production ? ("json" as const) : ("text" as const),
    trust_proxy: values.TRUST_PROXY ? values.TRUST_PROXY.split(",").map((part) => part.trim()) : (false as const),
    maintenance: values.MAINTENANCE,
    demo_orders: values.DEMO_ORDERS,
    dev_simulators: values.DEV_SIMULATORS ?? !production,
    limit_factor: values.LIMIT_FACTOR,
    bypasses: values.BYPASSES,
    provider_wait_ms: values.PROVIDER_WAIT_MS,
    drain_seconds: values.DRAIN_SECONDS ?? (production ? 5 : 0),
    default_store_token: made.DEFAULT_STORE_TOKEN,
    signing_key: made.SIGNING_KEY,
    signing_key_previous: values.SIGNING_KEY_PREVIOUS,
    data_key: made.DATA_KEY,
    data_key_previous: values.DATA_KEY_PREVIOUS,
    smtp_url: values.SMTP_URL,
    mail_from: values.MAIL_FROM,
    silent_phones: values.SILENT_PHONES.split(",").map((part) => part.trim()),
    esms: esmsOf(values),
    zalo: zaloOf(values),
    google: googleOf(values),
    recaptcha: recaptchaOf(values),
    sepay_auth: values.SEPAY_AUTH,
    sepay_api_key: made.SEPAY_API_KEY,
    sepay_hmac_secret: made.SEPAY_HMAC_SECRET,
    vapid_private_key: made.VAPID_PRIVATE_KEY,
    /** As it was given: a payment provider reads its own variables from it. docs/providers.md */
    env: { ...env } as Readonly<Env>,
    push_contact: values.PUSH_CONTACT,
    push_hosts: listOf(values.PUSH_HOSTS),
    s3: storageIn(values),
    cv_scanner: values.CV_SCANNER,
  };
}

export const dataDirOf = ({ DATA_DIR }: Pick<Environment, "DATA_DIR">): string => resolve(ROOT, DATA_DIR);

/** Keys that switch a service on together. */
const SETS = {
  esms: ["ESMS_API_KEY", "ESMS_SECRET_KEY"],
  zalo: ["ZALO_APP_ID", "ZALO_SECRET_KEY", "ZALO_OA_SECRET_KEY", "ZALO_REFRESH_TOKEN", "ZALO_ZNS_TEMPLATE"],
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  recaptcha: ["RECAPTCHA_SITE_KEY", "RECAPTCHA_SECRET_KEY"],
  s3: ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
} as const satisfies Record<string, readonly (keyof Environment)[]>;

/** Half a set is a mistake to be named, not a service that is off. */
function incompleteSets(given: Env): Fault[] {
  return Object.values(SETS).flatMap((names) => {
    const there = names.filter((name) => given[name] !== undefined);
    const missing = there.length === 0 ? [] : names.filter((name) => given[name] === undefined);
    return missing.map((variable) => ({ variable, why: `needed beside ${there.join(", ")}` }));
  });
}

function plainIssuer({ GOOGLE_ISSUER }: Environment): Fault[] {
  const { protocol, hostname } = new URL(GOOGLE_ISSUER);
  if (protocol !== "http:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [];
  return [{ variable: "GOOGLE_ISSUER", why: "plain http is for this machine only" }];
}

const isSet = (values: Environment, names: readonly (keyof Environment)[]): boolean =>
  names.every((name) => values[name] !== undefined);

function esmsOf(values: Environment) {
  const { ESMS_API_KEY: apiKey = "", ESMS_SECRET_KEY: secretKey = "" } = values;
  if (!isSet(values, SETS.esms)) return null;
  return { api_key: apiKey, secret_key: secretKey, brandname: values.ESMS_BRANDNAME, url: values.ESMS_URL };
}

function zaloOf(values: Environment) {
  if (!isSet(values, SETS.zalo)) return null;
  const { ZALO_APP_ID: appId = "", ZALO_SECRET_KEY: secretKey = "", ZALO_OA_SECRET_KEY: oaSecretKey = "" } = values;
  const { ZALO_REFRESH_TOKEN: refreshToken = "", ZALO_ZNS_TEMPLATE: templateId = "" } = values;
  const { ZALO_OAUTH_URL: oauthUrl, ZALO_ZNS_URL: url } = values;
  return {
    app_id: appId,
    secret_key: secretKey,
    oa_secret_key: oaSecretKey,
    refresh_token: refreshToken,
    template_id: templateId,
    oauth_url: oauthUrl,
    url,
  };
}

function googleOf(values: Environment) {
  const { GOOGLE_CLIENT_ID: clientId = "", GOOGLE_CLIENT_SECRET: clientSecret = "", GOOGLE_ISSUER: issuer } = values;
  if (!isSet(values, SETS.google)) return null;
  return { client_id: clientId, client_secret: clientSecret, issuer };
}

function recaptchaOf(values: Environment) {
  const { RECAPTCHA_SITE_KEY: siteKey = "", RECAPTCHA_SECRET_KEY: secretKey = "", RECAPTCHA_SIZE: size } = values;
  if (!isSet(values, SETS.recaptcha)) return null;
  return { site_key: siteKey, secret_key: secretKey, size, url: values.RECAPTCHA_URL };
}

function listOf(text: string | undefined): string[] {
  return (text ?? "").split(",").flatMap((part) => part.trim() || []);
}

function storageIn(values: Environment) {
  const { S3_ENDPOINT: endpoint = "", S3_BUCKET: bucket = "", S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId = "", S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = values;
  return isSet(values, SETS.s3)
    ? { endpoint, bucket, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey }
    : undefined;
}

/**
 * What the environment gives, else what the first run made. A file is written once, whichever of several processes comes
 * first, and then only read; what it lacks (a later version knows more secrets) is made in a file after it.
 */
function secretsFor(dataDir: string, values: Environment): Generated {
  const given = GENERATED.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]));
  let secrets: Partial<Generated> = Object.fromEntries(given);
  for (let nth = 1; !isWhole(secrets); nth += 1) {
    const file = join(dataDir, nth === 1 ? "secrets.json" : `secrets-${nth}.json`);
    if (!existsSync(file)) makeSecrets(file, secrets);
    secrets = { ...readSecrets(file), ...secrets };
  }
  return secrets;
}

const isWhole = (secrets: Partial<Generated>): secrets is Generated =>
  GENERATED.every((name) => secrets[name] !== undefined);

function makeSecrets(file: string, known: Partial<Generated>): void {
  const missing = GENERATED.filter((name) => known[name] === undefined);
  const made = Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString("base64url")]));
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeOnce(file, `${JSON.stringify(made, null, 2)}\n`);
}

function readSecrets(file: string): Partial<Generated> {
  const stored = z.partialRecord(z.enum(GENERATED), secret).safeParse(parseJson(readFileSync(file, "utf8")));
  if (stored.success) return stored.data;
  throw new ShopCannotStart(
    `${file} is damaged. Put it back from a copy, or delete it: orders stay, signed proofs lapse, bank accounts of customers are lost, SePay needs the new keys.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the schema then refuses it with a text that says which file
  }
}

/** What of the demo an empty shop gets: accounts that can sign in and orders where it is tried out; its staff only in a database of our own. */
export function demoOf(config: Config): { demo: boolean; withOrders: boolean; staff: Config | null } {
  const isTriedOut = config.dev_simulators && config.node_env !== "production";
  const staff = isTriedOut && config.database_url === undefined ? config : null;
  return { demo: config.dev_simulators, withOrders: isTriedOut && config.demo_orders, staff };
}
