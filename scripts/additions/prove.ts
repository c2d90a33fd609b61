/** The requests of `npm run additions`, in its copy of the project, where the pretended provider, screen and call have been added. */
import { resolve } from "node:path";
import { requestContext } from "server/http/request-context.ts";
import { loadConfig } from "server/kernel/config.ts";
import { createLog } from "server/kernel/log.ts";
import { closeAll, type Stages } from "server/platform/shutdown.ts";
import { openStaffSession } from "server/staff/sessions.ts";
import { openEnvironment } from "server/start/environment.ts";
import { openFromSources } from "../dev/from-sources.ts";
import { CALL_PATH, METHOD, SCREEN_PATH, SCREEN_TITLES } from "./pretended.ts";

const config = loadConfig({ DATA_DIR: resolve(import.meta.dirname, "../../.data/additions") });
const log = createLog({ level: "warn", format: "text", to: process.stderr });
const stages: Stages = [];
const { url, sql } = await openEnvironment(config, log, stages);
const shop = await openFromSources(url, config);
try {
  const methods = await answered("/v1/client/payment-methods");
  expect(`the method ${METHOD} is offered`, methods.includes(`"${METHOD}"`));
  for (const [prefix, title] of Object.entries(SCREEN_TITLES))
    expect(
      `"${title}" is the heading of ${prefix}${SCREEN_PATH}`,
      (await answered(prefix + SCREEN_PATH)).includes(title),
    );
  const { statusCode } = await shop.app.inject(CALL_PATH);
  expect("without a token the call is refused", statusCode === 401);
  expect("who may not read stores' staff call is refused", (await statusFor("chi")) === 403);
  expect("an owner is answered", (await statusFor("an")) === 200);
} finally {
  await shop.close();
  await closeAll(stages, log);
}

function expect(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? "yes" : "NO "}  ${what}\n`);
  if (!isTrue) process.exitCode = 1;
}

async function answered(path: string): Promise<string> {
  const { statusCode, body } = await shop.app.inject(path);
  if (statusCode !== 200) throw new Error(`${path} is answered ${statusCode}: ${body.slice(0, 500)}`);
  return body;
}

/** Of the call, for a member of the demo's staff (db/data/staff/staff.json). */
async function statusFor(key: string): Promise<number> {
  const { id } = await sql
    .selectFrom("staff.accounts")
    .select("id")
    .where("email", "=", `${key}@mutosi.example`)
    .executeTakeFirstOrThrow();
  const { ctx } = requestContext(shop.base, {
    token: undefined,
    locale: "vi",
    client: "additions",
    request_id: "additions",
  });
  const { token } = await openStaffSession(ctx, id);
  const { statusCode } = await shop.app.inject({ url: CALL_PATH, headers: { authorization: `Bearer ${token}` } });
  return statusCode;
}
