/**
 * Signing in by Google, or any OpenID provider of the configuration: authorization code with PKCE, state and nonce
 * in an encrypted cookie; the ID token is verified here; the identity is (issuer, subject), never an e-mail address. The
 * provider is discovered when first needed. Spec §4; rules/identity#google
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { PickableRole } from "contract/identity/accounts.ts";
import { parsePhone } from "contract/values/phone.ts";
import { sameSitePath } from "contract/values/same-site.ts";
import { sql } from "kysely";
import type * as openid from "openid-client";
import { z } from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";

/** Large, and needed only for a sign-in by Google. */
const openidClient = () => import("openid-client");

const START_SECONDS = 15 * 60;
const TIMEOUT_SECONDS = 5;
const CALLBACK_PATH = "/auth/callback/google"; // registered with the provider
const CLOCK_TOLERANCE_SECONDS = 60;

/** What the provider vouches for. `phone`: E.164, null where the provider does not say that it is verified. */
export type GoogleIdentity = { issuer: string; subject: string; email: string; name: string; phone: string | null };

const StoredStart = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackurl: z.string(),
  role: z.string().optional(),
  agent_id: z.string().optional(),
  /** The account Google is to be added to; without it, the caller who returns signs in. */
  link_to: z.number().optional(),
  until: z.number(),
});
type StoredStart = z.infer<typeof StoredStart>;
type StartOptions = {
  callbackurl: string;
  role?: PickableRole | undefined;
  agent_id?: string | undefined;
  link_to?: number;
};

/** Where to redirect the browser, and the cookie it carries until it returns. Throws google_unavailable. */
export async function startGoogle(ctx: Ctx, options: StartOptions): Promise<{ url: string; sealed: string }> {
  const provider = await providerOf(ctx);
  const openid = await openidClient();
  const started: StoredStart = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    ...options,
    callbackurl: sameSitePath(options.callbackurl, "/"),
    until: ctx.now.getTime() + START_SECONDS * 1000,
  };
  const url = openid.buildAuthorizationUrl(provider.basic, {
    redirect_uri: ctx.config.public_url + CALLBACK_PATH,
    scope: asksPhone(provider) ? "openid email profile phone" : "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(started.verifier),
    code_challenge_method: "S256",
    state: started.state,
    nonce: started.nonce,
  });
  return { url: url.href, sealed: encrypt(ctx.config, JSON.stringify(started), "google start").toString("base64url") };
}

type Answer = {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  /** Instead of a code: why the provider gave none (RFC 6749 4.1.2.1). */
  error?: string | undefined;
  sealed?: string | undefined;
};

/**
 * What came back from the provider, validated: the state is the one this browser was given, once, for this purpose (an
 * account it is added to, or none), and the code is good. Throws google_refused, google_unavailable.
 */
export async function finishGoogle(ctx: Ctx, { code, state, iss, error, sealed }: Answer, linkTo?: number) {
  const started = decryptStart(ctx, sealed ?? "");
  if (!started || !state || !isSame(state, started.state) || started.link_to !== linkTo) throw mismatch();
  if (error !== undefined) throw declined(error);
  if (!code) throw mismatch();
  const provider = await providerOf(ctx);
  await assertNotReplayed(ctx, `state ${started.state}`, START_SECONDS);
  const back = new URL(ctx.config.public_url + CALLBACK_PATH);
  back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  const checks = {
    pkceCodeVerifier: started.verifier,
    expectedState: started.state,
    expectedNonce: started.nonce,
    idTokenExpected: true,
  };
  const claims = await claimsFor(provider, back, checks).catch((error: unknown) => {
    throw refusal(error);
  });
  const { callbackurl, role, agent_id } = started;
  return {
    identity: identityIn(claims),
    callbackurl,
    wish: { role: role as PickableRole | undefined, agent_id },
  };
}

const mismatch = () => new ShopError("google_refused", { message_key: "google_mismatch" });

/** The person said no, or the provider could not. */
function declined(error: string): ShopError {
  if (error === "access_denied") return new ShopError("google_refused", { message_key: "google_declined" });
  const isOutage = error === "server_error" || error === "temporarily_unavailable";
  return new ShopError(isOutage ? "google_unavailable" : "google_refused");
}

type Checks = Parameters<typeof openid.authorizationCodeGrant>[2];

/** Asked for only where the provider knows the scope; Google itself does not. OpenID Connect Core 5.4; ASSUMED(0251) */
const asksPhone = ({ basic }: Provider): boolean => basic.serverMetadata().scopes_supported?.includes("phone") ?? false;

const WANTED_CLAIMS = ["email", "email_verified", "name"] as const;
/** The errors by which providers refuse a secret that was sent by the other method. */
const wrongSecretMethod: ReadonlySet<unknown> = new Set(["invalid_client", "unauthorized_client"]);

/** How our secret may be sent to this provider, the header first; where it announces nothing, the header is meant (RFC 8414). */
function secretMethods({ basic, post }: Provider): readonly [openid.Configuration, openid.Configuration?] {
  const known = basic.serverMetadata().token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (!known.includes("client_secret_basic") && known.includes("client_secret_post")) return [post];
  return [basic, post];
}

/**
 * The code's ID token, completed from the userinfo endpoint (of the same subject). A client is registered to show its
 * secret in one of two ways; which one is not announced: the second is tried where the first is refused.
 */
async function claimsFor(provider: Provider, back: URL, checks: Checks): Promise<object> {
  const openid = await openidClient();
  const [first, second] = secretMethods(provider);
  const tokens = await openid.authorizationCodeGrant(first, back, checks).catch((error: unknown) => {
    if (!second || !wrongSecretMethod.has((error as { error?: unknown }).error)) throw error;
    return openid.authorizationCodeGrant(second, back, checks);
  });
  const claims: Partial<openid.IDToken> = tokens.claims() ?? {};
  const wanted = asksPhone(provider) ? [...WANTED_CLAIMS, "phone_number"] : WANTED_CLAIMS;
  const hasAll = wanted.every((name) => claims[name] !== undefined);
  if (hasAll || claims.sub === undefined || !provider.basic.serverMetadata().userinfo_endpoint) return claims;
  const userinfo = await openid.fetchUserInfo(provider.basic, tokens.access_token, claims.sub);
  return { ...userinfo, ...claims };
}

/** Of a key pair: it cannot be made with the public key or our secret alone. */
const signatures: ReadonlySet<string> = new Set(
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" "),
);

/** An ID token an app got by itself: ours by audience, fresh, and shown for the first time. Throws as above. */
export async function readIdToken(ctx: Ctx, id_token: string): Promise<GoogleIdentity> {
  const provider = await providerOf(ctx);
  const { issuer, jwks_uri, id_token_signing_alg_values_supported = ["RS256"] } = provider.basic.serverMetadata();
  const audience = ctx.config.google?.client_id ?? "";
  const { createRemoteJWKSet, jwtVerify } = await import("jose");
  const keys = createRemoteJWKSet(new URL(jwks_uri ?? ""), { timeoutDuration: TIMEOUT_SECONDS * 1000 });
  const verified = await jwtVerify(id_token, keys, {
    issuer,
    audience,
    algorithms: id_token_signing_alg_values_supported.filter((alg) => signatures.has(alg)),
    maxTokenAge: 600,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: ctx.now,
    requiredClaims: ["sub", "exp", "iat"],
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  // What was signed, not how it is written: the signature's last character has bits that mean nothing, so one token has
  // many spellings.
  const [header = "", payload = ""] = id_token.split(".");
  await assertNotReplayed(ctx, `token ${header}.${payload}`, 3600);
  return identityIn(verified.payload);
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().min(3).max(254),
  /** Some providers say it as text. */
  email_verified: z.literal([true, "true"]),
  name: z.string().max(200).optional(),
  // What is malformed here is no phone, and no reason to refuse.
  phone_number: z.string().max(40).optional().catch(undefined),
  phone_number_verified: z.boolean().optional().catch(undefined),
});

/** An e-mail address the provider has not verified belongs to no account. */
function identityIn(claims: unknown): GoogleIdentity {
  const read = Claims.safeParse(claims).data;
  if (!read) throw new ShopError("google_refused", { message_key: "google_unverified" });
  return {
    issuer: read.iss,
    subject: read.sub,
    email: read.email.toLowerCase(),
    name: (read.name ?? "").normalize("NFC").trim().slice(0, 60),
    phone: read.phone_number_verified === true ? phoneIn(read.phone_number ?? "") : null,
  };
}

/** A number of another country is no account's here. */
function phoneIn(claim: string): string | null {
  const phone = parsePhone(claim);
  return phone.ok ? phone.e164 : null;
}

function decryptStart(ctx: Ctx, encrypted: string): StoredStart | null {
  try {
    const started = StoredStart.parse(
      JSON.parse(decrypt(ctx.config, Buffer.from(encrypted, "base64url"), "google start")),
    );
    return started.until > ctx.now.getTime() ? started : null;
  } catch {
    return null; // not ours, or altered: the caller is refused
  }
}

/** Throws google_refused when it was shown before, to whichever process. */
async function assertNotReplayed(ctx: Ctx, what: string, seconds: number): Promise<void> {
  const key = `google:${createHash("sha256").update(what).digest("base64url")}`;
  const { rows } = await sql`
    insert into identity.attempts (key, used, window_ends)
    values (${key}, 1, ${new Date(ctx.now.getTime() + seconds * 1000)}) on conflict (key) do nothing returning 1`.execute(
    ctx.sql,
  );
  if (rows.length === 0) throw new ShopError("google_refused");
}

/** Error codes of jose when the keys could not be fetched or read; its others are about the token. */
const keyFetchErrors: ReadonlySet<unknown> = new Set(["ERR_JWKS_TIMEOUT", "ERR_JOSE_GENERIC"]);

/** google_refused where the token is at fault, google_unavailable where the provider did not answer. */
function refusal(error: unknown): ShopError {
  const { code, name } = error as { code?: unknown; name?: unknown };
  // A token jose cannot even decode fails by a TypeError deep inside, as a connection that fails does.
  const isTokenFault = typeof code === "string" && /^ERR_J/.test(code) && !keyFetchErrors.has(code);
  const isUnreachable =
    code === "OAUTH_TIMEOUT" || keyFetchErrors.has(code) || name === "TimeoutError" || isFetchFailure(error);
  return new ShopError(isUnreachable && !isTokenFault ? "google_unavailable" : "google_refused", { cause: error });
}

const isFetchFailure = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof Error && error.cause !== undefined && isFetchFailure(error.cause));

/** The provider as discovered, with our secret in the header, and with it in the body. */
type Provider = { basic: openid.Configuration; post: openid.Configuration };

const providers = new Map<string, Promise<Provider>>();

/** Discovered once a process; a failed discovery is tried again by the next. */
async function providerOf({ config, log, request_id }: Ctx): Promise<Provider> {
  const { google } = config;
  if (!google) throw new ShopError("google_unavailable");
  const key = `${google.issuer} ${google.client_id}`;
  const found = providers.get(key) ?? discover(google);
  providers.set(key, found);
  try {
    return await found;
  } catch (error) {
    providers.delete(key);
    log.error({ err: error, event: "google_unreachable", request_id }, "the OpenID provider does not answer");
    throw new ShopError("google_unavailable", { cause: error });
  }
}

async function discover({ issuer, client_id, client_secret }: NonNullable<Ctx["config"]["google"]>): Promise<Provider> {
  const openid = await openidClient();
  const isPlain = issuer.startsWith("http:"); // on loopback only: server/kernel/config.ts
  // The ID token's signature is checked although it came straight from the provider: a proxy in front may be anyone's.
  const execute = [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])];
  const metadata = { client_secret, [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const basic = await openid.discovery(new URL(issuer), client_id, metadata, openid.ClientSecretBasic(client_secret), {
    execute,
    timeout: TIMEOUT_SECONDS,
  });
  const post = new openid.Configuration(
    basic.serverMetadata(),
    client_id,
    metadata,
    openid.ClientSecretPost(client_secret),
  );
  post.timeout = TIMEOUT_SECONDS;
  openid.enableNonRepudiationChecks(post);
  if (isPlain) openid.allowInsecureRequests(post);
  return { basic, post };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
