import type { ReactNode } from "react";

/** Heading of a page, one line about it, and its likely acts. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="desk-head">
      <div>
        <h1>{title}</h1>
        {about && <p className="num">{about}</p>}
      </div>
      {children && <div className="row row-wrap">{children}</div>}
    </div>
  );
}
