import type { AuditEntry } from "contract/staff/audit.ts";
import { formatDateTime } from "contract/values/locale.ts";
import type { OfficeMessages } from "messages/office/messages.ts";
import { Link } from "react-router";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { paths } from "../../paths.ts";

/** Entries as sentences, the newest first. `act` stands behind one with values of a person. */
export function Entries({
  entries,
  act,
}: {
  entries: readonly AuditEntry[];
  act?: (entry: AuditEntry) => React.ReactNode;
}) {
  const { audit: said } = useOfficeMessages();
  const language = useLanguage();
  if (entries.length === 0) return <p className="empty-row">{said.none}</p>;
  return (
    <ol className="rows">
      {entries.map((entry) => (
        <li key={entry.id}>
          <span>
            <b>{entry.by.name ?? said.actors[entry.by.kind] ?? entry.by.kind}</b> {deedOf(entry, said)}
            {entry.changes.map(({ field, before, after, is_personal }) => (
              <span key={field} className="tiny own-line">
                {said.fields[field] ?? field.replaceAll("_", " ")}:{" "}
                {is_personal ? (
                  <i>{entry.erased ? said.erased : said.hidden}</i>
                ) : (
                  <>
                    {before !== null && <del className="before">{before}</del>}{" "}
                    {after !== null && <ins className="after">{after}</ins>}
                    {before === null && after === null && said.nothing}
                  </>
                )}
              </span>
            ))}
            {entry.reason && <span className="tiny muted own-line">{said.reason({ reason: entry.reason })}</span>}
            {entry.approval && (
              <Link className="link tiny own-line" to={paths.approval(entry.approval)}>
                {said.approval({ id: entry.approval })}
              </Link>
            )}
            {act?.(entry)}
          </span>
          <span className="tiny muted nowrap num">{formatDateTime(entry.at, language)}</span>
        </li>
      ))}
    </ol>
  );
}

/** "khóa tài khoản Đinh Hà My": by the call where it has a name, else by what became of the row. */
function deedOf({ call, event, record }: AuditEntry, said: OfficeMessages["audit"]): string {
  const verb = said.calls[call] ?? said.events[event] ?? call;
  if (record === null) return verb;
  return `${verb} ${said.kinds[record.kind] ?? record.kind} ${record.label}`;
}
