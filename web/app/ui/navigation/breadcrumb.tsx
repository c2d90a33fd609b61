import { Icon } from "../icon.tsx";

export type BreadcrumbProps = {
  /** Names the landmark: "Vị trí trang". */
  label: string;
  /** From home down; the last one is the page itself. */
  trail: readonly { text: string; to?: string }[];
};

export function Breadcrumb({ label, trail }: BreadcrumbProps) {
  return (
    <nav className="breadcrumb" aria-label={label}>
      <ol>
        {trail.map(({ text, to }, index) => (
          <li key={to ?? text}>
            {index > 0 && <Icon name="chevron-right" size={14} />}
            {to && index < trail.length - 1 ? <a href={to}>{text}</a> : <span aria-current="page">{text}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
