import { imageUrl, srcset } from "contract/values/images.ts";
import { businessDay, formatDate } from "contract/values/locale.ts";
import type { ShownWarranty } from "contract/warranty/warranty.ts";
import type { WarrantyState } from "contract/warranty/warranty-words.ts";
import type { ReactNode } from "react";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Badge } from "../../ui/text/badge.tsx";

const DAY_MS = 86_400_000;
const tones = {
  not_activated: "honey",
  active: "ok",
  expiring: "honey",
  expired: "neutral",
  void: "danger",
  replaced: "neutral",
  returned: "neutral",
} as const satisfies Record<WarrantyState, string>;

/** Whole days; below 0 once it is over. */
const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(day) - Date.parse(businessDay(now))) / DAY_MS);

export function StateBadge({ state }: { state: WarrantyState }) {
  const { warranty: words } = useMessages();
  return <Badge tone={tones[state]}>{words.states[state]}</Badge>;
}

type Props = {
  product: ShownWarranty["product"];
  /** Beside the name. */
  badge?: ReactNode;
  children: ReactNode;
  level?: 1 | 2 | 3;
};

/** A machine: picture, name, and what is known of it. */
export function Machine({ product, badge, children, level = 3 }: Props) {
  const paths = usePaths();
  const Heading = `h${level}` as const;
  const { id, alt } = product.image;
  return (
    <div className="machine">
      <Picture
        className="thumb"
        src={imageUrl(id, 160)}
        srcSet={srcset(id, [160, 320])}
        sizes="88px"
        {...{ alt }}
        width={88}
        height={88}
      />
      <div className="grow stack">
        <div className="between row-top">
          <Heading className="h4">
            <a href={paths.product(product)}>{product.name}</a>
          </Heading>
          {badge}
        </div>
        {children}
      </div>
    </div>
  );
}

type TermProps = { shown: Pick<ShownWarranty, "start_on" | "end_on" | "months" | "state">; now: string };

/** The bar from start to end, in words for who does not see it. */
export function TermBar({ shown: { start_on, end_on, months, state }, now }: TermProps) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const left = daysUntil(end_on, new Date(now));
  const whole = start_on === null ? 1 : Math.max(1, daysUntil(end_on, new Date(`${start_on}T05:00:00Z`)));
  const used = Math.min(100, Math.max(0, Math.round(((whole - left) / whole) * 100)));
  const isOver = state === "void" || state === "replaced" || state === "returned";
  return (
    <div className="term-bar">
      <progress max={100} value={used} aria-label={words.progress({ months, used })} data-state={state} />
      <p className="between small">
        <span className="muted">{start_on && words.from({ day: formatDate(start_on, locale) })}</span>
        {!isOver && <b>{left >= 0 ? words.days_left({ days: left }) : words.days_over({ days: 0 - left })}</b>}
        <span className="muted">{words.until({ day: formatDate(end_on, locale) })}</span>
      </p>
    </div>
  );
}
