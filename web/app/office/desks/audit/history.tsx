import type { RecordKind } from "contract/staff/audit.ts";
import { data, Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/history";
import { Entries } from "./entries.tsx";

export const meta = titled(({ audit }) => audit.history_link);

const kinds = ["staff", "role", "setting", "order", "customer", "product"] as const satisfies readonly RecordKind[];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const kind = kinds.find((each) => each === params.kind);
  if (!kind) throw data(null, { status: 404 });
  const before = Number(new URL(request.url).searchParams.get("before") ?? "");
  const asked = { kind, key: params.key, ...(before > 0 && { before }) };
  return { ...(await shopOf(context).staff.recordHistory(asked)), kind, key: params.key };
}

/** What was done with one record. */
export default function RecordHistory() {
  const { audit: said, shop } = useOfficeMessages();
  const { entries, next, kind, key } = useLoaderData<typeof loader>();
  const label = entries.find(({ record }) => record)?.record?.label ?? key;
  return (
    <>
      <PageHead title={said.history({ label: shop.names[label] ?? label })} about={said.about} />
      <section className="card" aria-label={said.history_link}>
        <Entries entries={entries} />
      </section>
      {next !== null && (
        <p>
          <Link className="button button-secondary" to={paths.history(kind, key, next)}>
            {said.older}
          </Link>
        </p>
      )}
    </>
  );
}
