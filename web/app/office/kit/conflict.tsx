import { Link, useLocation } from "react-router";
import { useOfficeMessages } from "../i18n.tsx";

type Row = { name: string; theirs: string; mine: string };

/** Another change came first: what stands there now, and what this person wanted; saving again takes theirs away. */
export function Conflict({ rows }: { rows: readonly Row[] }) {
  const { frame } = useOfficeMessages();
  const { pathname } = useLocation();
  const differing = rows.filter(({ theirs, mine }) => theirs !== mine);
  return (
    <div className="conflict">
      <p>
        <b>{frame.changed_title}</b> {frame.changed_text}
      </p>
      <table className="data-grid">
        <thead>
          <tr>
            <th scope="col">{frame.conflict.field}</th>
            <th scope="col">{frame.conflict.theirs}</th>
            <th scope="col">{frame.conflict.mine}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, theirs, mine }) => (
            <tr key={name}>
              <td>{name}</td>
              <td data-label={frame.conflict.theirs}>
                <ins className="after">{theirs}</ins>
              </td>
              <td data-label={frame.conflict.mine}>
                <span className="mine">{mine}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link className="link" to={pathname} reloadDocument>
        {frame.conflict_take}
      </Link>
    </div>
  );
}
