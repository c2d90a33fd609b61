import type { ReactNode } from "react";

/** For screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/** First thing in the body; appears when it has the focus. */
export function SkipLink({ children, target = "main" }: { children: ReactNode; target?: string }) {
  return (
    <a className="button button-primary visually-hidden skip-link" href={`#${target}`}>
      {children}
    </a>
  );
}
