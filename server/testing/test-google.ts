/**
 * An OpenID provider on loopback (the oidc-provider package) in Google's place, for tests and `bin/dev`: its sign-in page
 * asks which account to use, and confirms the e-mail address unless configured otherwise. `start` sets who may use it.
 */
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { Provider } from "oidc-provider";

export type GooglePerson = {
  sub: string;
  email: string;
  name: string;
  email_verified?: boolean | string;
  phone_number?: string;
  phone_number_verified?: unknown;
};
/** How ID tokens are signed. */
type Signature = "RS256" | "PS256" | "ES256";
export type TestGoogle = Awaited<ReturnType<typeof startGoogleProvider>>;

export const TEST_CLIENT = { id: "mutosi-shop", secret: "a secret of the rehearsal alone" } as const;

type Options = {
  port?: number;
  redirect_uris: string[];
  /** Like Google, all claims in the ID token; otherwise name and email only from the userinfo endpoint. */
  claims_in_id_token?: boolean;
  /** How the client was registered to show its secret. */
  secret_in?: "post" | "basic";
  signed_by?: Signature;
  /** Supports the scope `phone`, which Google does not. */
  supports_phone_scope?: boolean;
};

/** `redirect_uris`: where answers may go, `${PUBLIC_URL}/auth/callback/google`. */
export async function startGoogleProvider({
  port = 0,
  redirect_uris,
  claims_in_id_token = false,
  secret_in = "post",
  signed_by = "RS256",
  supports_phone_scope = false,
}: Options) {
  const people = new Map<string, GooglePerson>();
  const { privateKey } =
    signed_by === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(
    url,
    settings({ people, redirect_uris, privateKey, claims_in_id_token, secret_in, signed_by, supports_phone_scope }),
  );
  handle = (request, response) => {
    if (request.url?.startsWith("/choose/")) void choose(provider, people, request, response);
    else provider.callback()(request, response);
  };
  return {
    url,
    people,
    provider,
    config: { issuer: url, client_id: TEST_CLIENT.id, client_secret: TEST_CLIENT.secret },
    /** Walks from an authorization address to the answer, as a browser that is this person. */
    answer: (address: string, person: GooglePerson) => walk(people, address, person),
    /** An ID token as an app would get it by itself; for another shop where `audience` says so. */
    idToken: (
      claims: GooglePerson,
      { audience = TEST_CLIENT.id, issued_at = new Date() }: { audience?: string; issued_at?: Date } = {},
    ) =>
      new SignJWT({ email_verified: true, ...claims })
        .setProtectedHeader({ alg: signed_by, kid: "test" })
        .setIssuer(url)
        .setAudience(audience)
        .setIssuedAt(issued_at)
        .setExpirationTime(Math.floor(issued_at.getTime() / 1000) + 3600)
        .sign(privateKey),
    close: () => closed(server),
  };
}

type Settings = Required<Omit<Options, "port">> & { people: Map<string, GooglePerson>; privateKey: KeyObject };

function settings({
  people,
  redirect_uris,
  privateKey,
  claims_in_id_token,
  secret_in,
  signed_by,
  supports_phone_scope,
}: Settings) {
  const key = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: signed_by, kid: "test" };
  return {
    clients: [
      {
        client_id: TEST_CLIENT.id,
        client_secret: TEST_CLIENT.secret,
        redirect_uris,
        token_endpoint_auth_method: `client_secret_${secret_in}` as const,
        id_token_signed_response_alg: signed_by,
      },
      // Another shop's, whose tokens must not open ours.
      {
        client_id: "another-shop",
        client_secret: "another secret of its own",
        redirect_uris,
        token_endpoint_auth_method: `client_secret_${secret_in}` as const,
        id_token_signed_response_alg: signed_by,
      },
    ],
    jwks: { keys: [key] },
    enabledJWA: { idTokenSigningAlgValues: [signed_by] },
    conformIdTokenClaims: !claims_in_id_token,
    cookies: { keys: ["a key of the rehearsal"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      ...(supports_phone_scope && { phone: ["phone_number", "phone_number_verified"] }),
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
    findAccount: (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ email_verified: true, ...people.get(sub), sub }),
    }),
    async loadExistingGrant(ctx: {
      oidc: { client?: { clientId: string }; session?: { accountId?: string }; provider: Provider };
    }) {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope(`openid email profile${supports_phone_scope ? " phone" : ""}`);
      await grant.save();
      return grant;
    },
  };
}

/** The page that stands for Google's: who do you want to be? */
async function choose(
  provider: Provider,
  people: Map<string, GooglePerson>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Rehearsed Google</title><form method="post"><h1>Rehearsed Google</h1>
<p><label>Email <input name="email" type="email" required></label></p><p><label>Name <input name="name"></label></p>
<p><label><input name="unverified" type="checkbox"> address not verified</label></p>
<p><button>Continue</button> <button name="deny" value="1" formnovalidate>Deny</button></p></form></html>`);
    return;
  }
  let body = "";
  for await (const part of request) body += part;
  const form = new URLSearchParams(body);
  if (form.has("deny")) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
    return;
  }
  const email = (form.get("email") ?? "").toLowerCase();
  const sub = form.get("sub") ?? `google-${email}`;
  people.set(sub, {
    sub,
    email,
    name: form.get("name") || "Người Dùng Google",
    email_verified: !form.has("unverified"),
  });
  await provider.interactionFinished(request, response, { login: { accountId: sub } });
}

async function walk(people: Map<string, GooglePerson>, address: string, person: GooglePerson): Promise<URL> {
  const jar = new Map<string, string>();
  let next = address;
  for (let step = 0; step < 10; step++) {
    const here = new URL(next);
    const isChoice = here.pathname.startsWith("/choose/");
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const { sub, email, name, email_verified = true } = person;
    const form = new URLSearchParams({ sub, email, name, ...(!email_verified && { unverified: "on" }) });
    const answer = await fetch(next, {
      redirect: "manual",
      headers: { cookie },
      ...(isChoice && { method: "POST", body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location) throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
    const there = new URL(location, next);
    if (there.searchParams.has("state") && (there.searchParams.has("code") || there.searchParams.has("error"))) {
      people.set(sub, { ...person, email_verified });
      return there;
    }
    next = there.href;
  }
  throw new Error("the provider leads in a circle");
}

const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
