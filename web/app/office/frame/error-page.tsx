import { type ErrorResponse, Link, useLocation, useRouteLoaderData } from "react-router";
import { Button } from "../../ui/button.tsx";
import type { ErrorPageData } from "../guard.ts";
import { useOfficeMessages } from "../i18n.tsx";
import { paths } from "../paths.ts";
import type { loader } from "../root.tsx";

/** What is wrong with the page, and what to do now; `inside` the frame where that is there. Null for a bug, whose own words stay with the server. */
export function ErrorPage({ error, inside }: { error: ErrorResponse | null; inside?: boolean }) {
  const { frame } = useOfficeMessages();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<typeof loader>("root");
  const trouble = (error?.data ?? {}) as Partial<ErrorPageData>;
  const said = frame.error;
  const [title, text] =
    error?.status === 404
      ? [said.missing_title, said.missing_text]
      : error?.status === 403
        ? [said.forbidden_title, said.forbidden_text]
        : error?.status === 503 || error?.status === 429
          ? [said.closed_title, trouble.message ?? said.closed_text]
          : [said.title, said.text];
  const Frame = inside ? "div" : "main";
  return (
    <Frame {...(inside ? {} : { id: "main", tabIndex: -1 })} className="error-page">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      {error?.status !== 404 && (
        <p className="small muted">{said.code({ code: trouble.request_id ?? root?.request_id ?? "" })}</p>
      )}
      <p className="row row-wrap">
        {error?.status !== 404 && error?.status !== 403 && (
          <form action="" method="get">
            <Button type="submit" variant="secondary" formAction={pathname + search}>
              {said.reload}
            </Button>
          </form>
        )}
        <Link className="button button-primary" to={paths.home()}>
          {said.home}
        </Link>
      </p>
    </Frame>
  );
}
