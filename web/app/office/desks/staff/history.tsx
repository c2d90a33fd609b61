import type { StaffEvent } from "contract/staff/accounts.ts";
import { relativeTime } from "contract/values/locale.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";

/** What was done with an account, the newest first; `names` are those of roles, by code. */
type Props = { events: readonly StaffEvent[]; now: string; names: ReadonlyMap<string, string> };

export function History({ events, now, names }: Props) {
  const { staff } = useOfficeMessages();
  const language = useLanguage();
  return (
    <section className="card" aria-labelledby="history">
      <div className="card-head">
        <h2 id="history">{staff.account.history}</h2>
      </div>
      <ol className="rows">
        {events.map(({ at, by, event, before, after, reason }) => (
          <li key={`${at} ${event}`}>
            <span>
              <b>{by ?? staff.by_shop}</b> {staff.events[event]}
              {[...changesIn(before, after, names)].map(([name, from, to]) => (
                <span key={name} className="tiny own-line">
                  {from && <del className="before">{from}</del>} {to && <ins className="after">{to}</ins>}
                </span>
              ))}
              {reason && <span className="tiny muted own-line">{reason}</span>}
            </span>
            <span className="tiny muted nowrap num">{relativeTime(at, now, language)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Values = Readonly<Record<string, unknown>> | null;

/** Field by field, what changed. */
function* changesIn(
  before: Values,
  after: Values,
  names: Props["names"],
): Generator<[name: string, from: string, to: string]> {
  for (const name of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [from, to] = [textOf(before?.[name], names), textOf(after?.[name], names)];
    if (from !== to) yield [name, from, to];
  }
}

function textOf(value: unknown, names: Props["names"]): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => textOf(each, names)).join(", ");
  if (typeof value === "object")
    return Object.values(value)
      .map((each) => textOf(each, names))
      .filter(Boolean)
      .join(" · ");
  return names.get(String(value)) ?? String(value);
}
