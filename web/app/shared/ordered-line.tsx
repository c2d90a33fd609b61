import type { ReactNode } from "react";
import { SmallThumb } from "./products/small-thumb.tsx";

/** One product of an order in a list of class `lines`; `end` stands at the end of the row. */
export function OrderedLine({ imageId, children, end }: { imageId: string; children: ReactNode; end?: ReactNode }) {
  return (
    <li>
      <SmallThumb id={imageId} />
      <div className="grow">{children}</div>
      {end}
    </li>
  );
}
