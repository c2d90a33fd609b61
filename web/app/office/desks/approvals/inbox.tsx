import type { Approval } from "contract/staff/approvals.ts";
import { relativeTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { DeskTabs } from "../../kit/desk-tabs.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/inbox";
import { approvalTones } from "./approval-text.ts";

export const meta = titled(({ approvals }) => approvals.title);

const boxes = ["open", "own", "closed"] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const box = boxes.find((each) => each === searchParams.get("box")) ?? "open";
  const before = Number(searchParams.get("before") ?? "");
  const found = await shopOf(context).staff.approvals({ box, ...(before > 0 && { before }) });
  return { ...found, box, now: new Date().toISOString() };
}

/** What a second person has to decide, and what the reader has sent. */
export default function Inbox() {
  const { approvals: said } = useOfficeMessages();
  const { approvals, counts, next, box, now } = useLoaderData<typeof loader>();
  const tabs = boxes.map((each) => ({
    to: paths.approvals(each === "open" ? undefined : each),
    text: said.boxes[each],
    ...(each !== "closed" && { count: counts[each] }),
    current: each === box,
  }));
  return (
    <>
      <PageHead title={said.title} about={said.about(counts)} />
      <DeskTabs label={said.title} tabs={tabs} />
      <div className="data-grid-frame">
        {approvals.length === 0 ? (
          <p className="empty-row">{said.none[box]}</p>
        ) : (
          <table className="data-grid">
            <thead>
              <tr>
                <th scope="col">{said.columns.what}</th>
                <th scope="col">{said.columns.by}</th>
                <th scope="col">{said.columns.age}</th>
                <th scope="col">{said.columns.state}</th>
              </tr>
            </thead>
            <tbody>
              {approvals.map((approval) => (
                <Row key={approval.id} approval={approval} now={now} />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {next !== null && (
        <p>
          <Link className="button button-secondary" to={paths.approvals(box === "open" ? undefined : box, next)}>
            {said.older}
          </Link>
        </p>
      )}
    </>
  );
}

function Row({ approval, now }: { approval: Approval; now: string }) {
  const { approvals: said, shop } = useOfficeMessages();
  const language = useLanguage();
  const { id, kind, label, amount, asked_by, asked_at, state, reason } = approval;
  return (
    <tr>
      <td>
        <Link className="link" to={paths.approval(id)}>
          {said.kinds[kind]}
          {amount !== null && ` ${formatDong(amount)}`}
        </Link>
        <span className="sub">{[shop.names[label] ?? label, reason].filter(Boolean).join(" · ")}</span>
      </td>
      <td data-label={said.columns.by}>{asked_by.name}</td>
      <td data-label={said.columns.age}>{relativeTime(asked_at, now, language)}</td>
      <td>
        <Status tone={approvalTones[state]}>{said.states[state]}</Status>
      </td>
    </tr>
  );
}
