import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";

/** Said before the button: what another person has to decide. */
export function FourEyes({ children }: { children: ReactNode }) {
  return (
    <div className="four-eyes">
      <Icon name="team" />
      <div>{children}</div>
    </div>
  );
}
