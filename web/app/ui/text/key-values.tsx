import type { ReactNode } from "react";

export type KeyValuesProps = {
  /** `less` marks what is taken off: lacquer red. */
  rows: readonly { name: ReactNode; value: ReactNode; less?: boolean; key?: string; className?: string }[];
};

/** Names left, values right: totals, facts. */
export function KeyValues({ rows }: KeyValuesProps) {
  return (
    <dl className="key-values">
      {rows.map(({ name, value, less, key, className }) => (
        <div key={key ?? String(name)} className={className}>
          <dt>{name}</dt>
          <dd className={less ? "less" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
