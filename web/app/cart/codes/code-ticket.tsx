import type { ShownCode } from "contract/cart/codes.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { foreign, useLocale, useMessages } from "../../i18n.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Badge } from "../../ui/text/badge.tsx";

type Props = {
  code: ShownCode;
  /** What it does here: what it takes off, or why it takes nothing. */
  note: ReactNode;
  is_on?: boolean;
  is_off?: boolean;
  action?: ReactNode;
};

/** A code as a ticket: its worth on the stub, its name and conditions beside it. */
export function CodeTicket({ code, note, is_on: isOn, is_off: isOff, action }: Props) {
  const { codes: words } = useMessages();
  const locale = useLocale();
  return (
    <li className={classes("ticket", isOn && "ticket-on", isOff && "ticket-off")}>
      <div className="ticket-stub">
        <b className="num">{worthOf(code)}</b>
        <small>{words.slots[code.slot]}</small>
      </div>
      <div className="ticket-body">
        <div className="grow">
          <b className="own-line ticket-code num">{code.code}</b>
          <span className="own-line tiny muted" {...foreign(code.lang, locale)}>
            {code.title}
          </span>
          <span className="own-line tiny muted num">{termsOf(code)}</span>
          {code.is_own && <Badge tone="honey">{words.own}</Badge>}
          {note}
        </div>
        {action}
      </div>
    </li>
  );

  function termsOf({ state, starts_at, ends_at, uses_left: left, minimum_order: minimum }: ShownCode): string {
    const lastDay = formatDate(new Date(Date.parse(ends_at) - 1), locale); // windows end before their end
    const time =
      state === "coming"
        ? words.starts({ at: formatDateTime(starts_at, locale) })
        : state === "used_up"
          ? words.used_up
          : state === "expired"
            ? words.ended({ day: lastDay })
            : words.until({ day: lastDay });
    const isLimited = left !== null && left > 0 && state !== "expired" && state !== "used_up";
    return [
      minimum > 0 && words.from_order({ amount: formatDong(minimum) }),
      time,
      isLimited && words.uses_left({ count: left }),
    ]
      .filter(Boolean)
      .join(" · ");
  }
}

function worthOf({ percent, most }: ShownCode): string {
  return percent === null ? formatDong(most) : `${percent}%`;
}

/** Why a code takes nothing off. */
export function CodeReason({ text }: { text: string }) {
  return (
    <span className="ticket-reason tiny">
      <Icon name="info" size={14} />
      {text}
    </span>
  );
}
