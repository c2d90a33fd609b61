import type { DataRequest } from "contract/privacy/privacy.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { useLocale, useMessages } from "../i18n.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Badge } from "../ui/text/badge.tsx";

const tones = { waiting: "info", ready: "ok", done: "neutral", cancelled: "neutral", expired: "neutral" } as const;

/** What was asked for, and by when it is done. */
export function Requests({ requests }: { requests: readonly DataRequest[] }) {
  const { privacy: words } = useMessages();
  return (
    <section className="card" aria-labelledby="requests">
      <h2 className="h3 panel" id="requests">
        {words.requests_title}
      </h2>
      {requests.length === 0 && <p className="panel topped muted">{words.requests_none}</p>}
      <ul className={requests.length > 0 ? "notices topped" : undefined}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ request }: { request: DataRequest }) {
  const { privacy: words } = useMessages();
  const locale = useLocale();
  const { kind, status, asked_at, due_at, expires_at, download, downloaded_at } = request;
  const facts = [
    words.asked_on({ at: formatDateTime(asked_at, locale) }),
    ...(status === "waiting" ? [words.due_on({ at: formatDate(due_at, locale) })] : []),
    ...(expires_at ? [words.expires_on({ at: formatDate(expires_at, locale) })] : []),
    ...(downloaded_at ? [words.downloaded_on({ at: formatDateTime(downloaded_at, locale) })] : []),
  ];
  return (
    <li className="notice notice-wrap">
      <div className="grow">
        <b className="own-line">
          {words.request_kinds[kind]} <Badge tone={tones[status]}>{words.request_states[status]}</Badge>
        </b>
        {facts.map((fact) => (
          <span key={fact} className="own-line small muted num">
            {fact}
          </span>
        ))}
      </div>
      {download && (
        <ButtonLink variant="tinted" size="small" icon="download" href={download} download data-reload="">
          {words.export_download}
        </ButtonLink>
      )}
    </li>
  );
}
