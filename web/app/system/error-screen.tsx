import { useContext } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { Fullscreen } from "../frame/fullscreen.tsx";
import type { Trouble } from "../guards.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { ButtonLink } from "../ui/button.tsx";
import { NotFound } from "./not-found-block.tsx";
import { RequestId } from "./request-id.ts";

/** The error page, inside the layout of the failed page; `bare` when there is no layout either. */
export function ErrorScreen({ error, bare }: { error: unknown; bare?: boolean }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const trouble = isRouteErrorResponse(error) ? (error.data as Trouble | null | undefined) : undefined;
  const screen =
    status === 404 ? (
      <NotFound news={trouble?.news ?? []} missing={trouble?.missing ?? "address"} />
    ) : (
      <Failed
        busy={status === 429 || status === 503}
        code={trouble?.request_id}
        // For an error of our own the heading says all that the call would
        message={status === 500 ? undefined : trouble?.message}
      />
    );
  return bare ? <Fullscreen>{screen}</Fullscreen> : screen;
}

function Failed({ busy, code, message }: { busy: boolean; code?: string; message?: string }) {
  const { common } = useMessages();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  return (
    <div className="empty-state">
      <title>{busy ? common.error_busy_title : common.error_title}</title>
      <img {...emptyPicture("offline")} alt="" width={480} height={360} />
      <h1>{busy ? common.error_busy_title : common.error_title}</h1>
      <p>{message || (busy ? common.error_busy_text : common.error_text)}</p>
      <ErrorCode code={code} />
      <p className="row row-wrap">
        <ButtonLink href={pathname + search} data-reload="">
          {common.retry}
        </ButtonLink>
        <ButtonLink variant="secondary" href={paths.home()}>
          {common.returnToHomePage}
        </ButtonLink>
      </p>
    </div>
  );
}

/** The same object each time: React must find nothing to change. */
const AS_IT_STANDS = { __html: "" };

/** The id under which the server has noted what happened; it is not hydrated. */
function ErrorCode({ code }: { code: string | undefined }) {
  const { common } = useMessages();
  const request_id = useContext(RequestId);
  const id = code || request_id;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is set; the server's text stays
  if (!id) return <p className="muted tiny" suppressHydrationWarning dangerouslySetInnerHTML={AS_IT_STANDS} />;
  const [before, after] = common.error_code({ code: "|" }).split("|");
  return (
    <p className="muted tiny">
      {before}
      <span className="nowrap">{id}</span>
      {after}
    </p>
  );
}
