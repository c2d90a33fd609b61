import { formatDateTime } from "contract/values/locale.ts";
import { useEffect } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { messagesAt, useLocale, useMessages } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import type { Route } from "./+types/maintenance";

const RETRY_SECONDS = 300;
const LOOK_AGAIN_MS = 60_000;

/** 503 while the shop is closed; with the shop open there is nothing to see here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { closed, ...closure } = await shopOf(context).content.closure({});
  if (!closed) throw redirect(pathsIn(localeOf(context)).home());
  return data(closure, { status: 503, headers: { "Retry-After": String(RETRY_SECONDS) } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = (args) => {
  const { common } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: common.maintenance_title, description: common.maintenance_text, path: null });
};

export default function MaintenanceScreen({ loaderData: { until, message, hotline } }: Route.ComponentProps) {
  const { common } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const timer = setInterval(revalidate, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [revalidate]);

  return (
    <div className="empty-state closed">
      <img {...emptyPicture("maintenance")} alt="" width={480} height={360} />
      <h1>{common.maintenance_title}</h1>
      <p>{message || common.maintenance_text}</p>
      {until && (
        <p>
          <time dateTime={until}>{common.maintenance_until({ at: formatDateTime(until, locale) })}</time>
        </p>
      )}
      {hotline.tel && (
        <p>
          <a className="link nowrap" href={`tel:${hotline.tel}`}>
            {common.maintenance_call({ number: hotline.display })}
          </a>
          <span className="muted"> {hotline.hours}</span>
        </p>
      )}
      <p className="muted needs-script" role="status">
        {common.maintenance_again}
      </p>
    </div>
  );
}
