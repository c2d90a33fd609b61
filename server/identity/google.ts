/**
 * Signing in by Google, or any OpenID provider of the configuration: authorization code with PKCE, state and nonce kept
 * sealed in the browser; the ID token verified here; (issuer, subject) is who somebody is, never an e-mail address. The
 * provider is discovered when first needed. Spec §4; readings "People"; facts: reliability S3, U6, 3.10.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { PickableRole } from "contract/people.ts";
import { sql } from "kysely";
import type * as openid from "openid-client";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { closeBox, openBox } from "../secret-box.ts";

/** Large, and needed where somebody signs in by Google. */
const library = () => import("openid-client");

const start_seconds = 15 * 60;
const timeout_seconds = 5;
const callback_path = "/auth/callback/google"; // issue 4
const clock_tolerance_seconds = 60;

/** Who the provider says somebody is, and that the address is theirs. */
export type GoogleIdentity = { issuer: string; subject: string; email: string; name: string };

const Kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  callbackurl: z.string(),
  role: z.string().optional(),
  agent_id: z.string().optional(),
  /** The account Google is to be added to; without it, whoever comes back signs in. */
  link_to: z.number().optional(),
  until: z.number(),
});
type Kept = z.infer<typeof Kept>;
type Wish = {
  callbackurl: string;
  role?: PickableRole | undefined;
  agent_id?: string | undefined;
  link_to?: number;
};

/** Where to send the browser, and what it keeps until it comes back. Throws google_unavailable. */
export async function startGoogle(ctx: Ctx, wish: Wish): Promise<{ url: string; sealed: string }> {
  const provider = await providerOf(ctx);
  const openid = await library();
  const kept: Kept = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
    ...wish,
    callbackurl: sameSite(wish.callbackurl),
    until: ctx.now.getTime() + start_seconds * 1000,
  };
  const url = openid.buildAuthorizationUrl(provider.basic, {
    redirect_uri: ctx.config.public_url + callback_path,
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: "S256",
    state: kept.state,
    nonce: kept.nonce,
  });
  return { url: url.href, sealed: closeBox(ctx.config, JSON.stringify(kept), "google start").toString("base64url") };
}

type Answer = {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
  sealed?: string | undefined;
};

/**
 * What came back from the provider, judged: the state is the one this browser was given, once, for this purpose (an
 * account it is added to, or none), and the code is good. Throws google_refused, google_unavailable.
 */
export async function finishGoogle(ctx: Ctx, { code, state, iss, sealed }: Answer, link_to?: number) {
  const kept = keptIn(ctx, sealed ?? "");
  if (!kept || !code || !state || !isSame(state, kept.state)) throw new ShopError("google_refused");
  if (kept.link_to !== link_to) throw new ShopError("google_refused");
  const provider = await providerOf(ctx);
  await assertFirst(ctx, `state ${kept.state}`, start_seconds);
  const back = new URL(ctx.config.public_url + callback_path);
  back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
  const checks = {
    pkceCodeVerifier: kept.verifier,
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    idTokenExpected: true,
  };
  const claims = await claimsFor(provider, back, checks).catch((error: unknown) => {
    throw refusal(error);
  });
  const { callbackurl, role, agent_id } = kept;
  return {
    identity: identityIn(claims),
    callbackurl,
    wish: { role: role as PickableRole | undefined, agent_id },
  };
}

type Checks = Parameters<typeof openid.authorizationCodeGrant>[2];

/**
 * The code's ID token, completed by what the provider tells only when asked (userinfo, of the same subject). A client is
 * registered to show its secret in one of two ways; which, nobody tells us: the second is tried where the first is refused.
 */
async function claimsFor(provider: Provider, back: URL, checks: Checks): Promise<object> {
  const openid = await library();
  const tokens = await openid.authorizationCodeGrant(provider.basic, back, checks).catch((error: unknown) => {
    if ((error as { error?: unknown }).error !== "invalid_client") throw error;
    return openid.authorizationCodeGrant(provider.post, back, checks);
  });
  const claims = tokens.claims();
  if (!claims || (claims.email !== undefined && claims.name !== undefined)) return claims ?? {};
  const told = await openid.fetchUserInfo(provider.basic, tokens.access_token, claims.sub);
  return { ...told, ...claims };
}

/** An ID token an app got by itself: ours by audience, fresh, and shown for the first time. Throws as above. */
export async function readIdToken(ctx: Ctx, id_token: string): Promise<GoogleIdentity> {
  const provider = await providerOf(ctx);
  const { issuer, jwks_uri } = provider.basic.serverMetadata();
  const audience = ctx.config.google?.client_id ?? "";
  const { createRemoteJWKSet, jwtVerify } = await import("jose");
  const keys = createRemoteJWKSet(new URL(jwks_uri ?? ""), { timeoutDuration: timeout_seconds * 1000 });
  const verified = await jwtVerify(id_token, keys, {
    issuer,
    audience,
    algorithms: ["RS256", "ES256"],
    maxTokenAge: 600,
    clockTolerance: clock_tolerance_seconds,
    currentDate: ctx.now,
    requiredClaims: ["sub", "exp", "iat"],
  }).catch((error: unknown) => {
    throw refusal(error);
  });
  await assertFirst(ctx, `token ${id_token}`, 3600);
  return identityIn(verified.payload);
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().min(3).max(254),
  email_verified: z.literal(true),
  name: z.string().max(200).optional(),
});

/** An address the provider does not vouch for is nobody's. */
function identityIn(claims: unknown): GoogleIdentity {
  const read = Claims.safeParse(claims).data;
  if (!read) throw new ShopError("google_refused");
  return {
    issuer: read.iss,
    subject: read.sub,
    email: read.email.toLowerCase(),
    name: (read.name ?? "").normalize("NFC").trim().slice(0, 60),
  };
}

function keptIn(ctx: Ctx, sealed: string): Kept | null {
  try {
    const kept = Kept.parse(JSON.parse(openBox(ctx.config, Buffer.from(sealed, "base64url"), "google start")));
    return kept.until > ctx.now.getTime() ? kept : null;
  } catch {
    return null; // not ours, or bent: the caller is refused
  }
}

/** Throws google_refused when it was shown before, to whichever process. */
async function assertFirst(ctx: Ctx, what: string, seconds: number): Promise<void> {
  const key = `google:${createHash("sha256").update(what).digest("base64url")}`;
  const { rows } = await sql`
    insert into identity.attempts (key, used, window_ends)
    values (${key}, 1, ${new Date(ctx.now.getTime() + seconds * 1000)}) on conflict (key) do nothing returning 1`.execute(
    ctx.sql,
  );
  if (rows.length === 0) throw new ShopError("google_refused");
}

/** The provider said no, or said nothing. */
function refusal(error: unknown): ShopError {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const is_silent =
    code === "OAUTH_TIMEOUT" || code === "ERR_JWKS_TIMEOUT" || name === "TimeoutError" || isFetchFailure(error);
  return new ShopError(is_silent ? "google_unavailable" : "google_refused", { cause: error });
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
  const openid = await library();
  const is_plain = issuer.startsWith("http:"); // on loopback only: server/config.ts
  const execute = is_plain ? [openid.allowInsecureRequests] : [];
  const metadata = { client_secret, [openid.clockTolerance]: clock_tolerance_seconds };
  const basic = await openid.discovery(new URL(issuer), client_id, metadata, openid.ClientSecretBasic(client_secret), {
    execute,
    timeout: timeout_seconds,
  });
  const post = new openid.Configuration(
    basic.serverMetadata(),
    client_id,
    metadata,
    openid.ClientSecretPost(client_secret),
  );
  post.timeout = timeout_seconds;
  if (is_plain) openid.allowInsecureRequests(post);
  return { basic, post };
}

/** Only a path of this site is gone back to. Facts: reliability S14. */
function sameSite(address: string): string {
  if (!/^\/(?![/\\])/.test(address) || !URL.canParse(address, "http://shop")) return "/";
  const { host, pathname, search } = new URL(address, "http://shop");
  return host === "shop" ? pathname + search : "/";
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
