/** What has to be true before the examples of lists can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup, World } from "../api/test-examples.ts";
import { orderForm, RICE_COOKER } from "../orders/test-orders.ts";
import { makeListFile } from "./file-work.ts";

async function view({ shop }: World) {
  const token = await shop.staffToken("an");
  const name = crypto.randomUUID().slice(0, 8);
  const { id, version } = await shop.visitor({ token }).desks.saveView({ desk: "orders", name, query: {} });
  return { token, id, version };
}

/** One order, chosen to be approved. */
async function chosen({ shop }: World) {
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const { order_code } = await shop.visitor().orders.place({ ...orderForm({ items }), note: crypto.randomUUID() });
  return { desk: "orders", act: "approve", keys: [order_code], count: 1, as_of: shop.now.toISOString() };
}

async function run(world: World) {
  const token = await world.shop.staffToken("an");
  const { id } = await world.shop.visitor({ token }).desks.startBulk(await chosen(world));
  return { token, input: { id } };
}

async function file({ shop }: World) {
  const token = await shop.staffToken("an");
  const { id } = await shop.visitor({ token }).desks.makeFile({ desk: "customers", format: "csv" });
  await makeListFile(shop.ctx({ actor: "system" }), { file: id });
  return { token, input: { id } };
}

export const deskSetups: Readonly<Record<string, Setup>> = {
  "desks.saveView": async () => ({ input: { name: crypto.randomUUID().slice(0, 8) } }),
  "desks.changeView": async (world) => {
    const { token, id, version } = await view(world);
    return { token, input: { id, version, name: crypto.randomUUID().slice(0, 8) } };
  },
  "desks.removeView": async (world) => {
    const { token, id } = await view(world);
    return { token, input: { id } };
  },
  "desks.fileInfo": file,
  "desks.filePart": file,
  "desks.startBulk": async (world) => ({ input: await chosen(world) }),
  "desks.bulk": run,
  "desks.stopBulk": run,
  "desks.retryBulk": async (world) => {
    const made = await run(world);
    await sql`update desks.bulk_rows set state = 'failed', at = now(),
      why = '{"code": "forbidden", "message_key": "forbidden", "params": {}}' where run_id = ${made.input.id}`.execute(
      world.shop.sql,
    );
    await sql`update desks.bulk_runs set state = 'done', finished_at = now() where id = ${made.input.id}`.execute(
      world.shop.sql,
    );
    return made;
  },
};
