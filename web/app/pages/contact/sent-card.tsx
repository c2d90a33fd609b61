import { formatDateTime } from "contract/values/locale.ts";
import { useEffect, useRef } from "react";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

export type Receipt = { code: string; answer_by: string; about_data?: boolean };

/** In place of the form: the code, and until when it is answered. It takes the focus. */
export function SentCard({ id, receipt, done }: { id: string; receipt: Receipt; done: string }) {
  const { contact: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="card panel stack">
      <Icon name="success" size={24} />
      <h2 id={`${id}-title`} className="h3" ref={heading} tabIndex={-1} role="status">
        {words.sent({ code: receipt.code })}
      </h2>
      <p>{done}</p>
      <p className="muted">{words.sent_text({ time: formatDateTime(receipt.answer_by, locale) })}</p>
      {receipt.about_data && (
        <p>
          {words.own_data} <a href={paths.ownPrivacy()}>{words.own_data_link}</a>
        </p>
      )}
      <p className="row row-wrap">
        <ButtonLink href={`${paths.contact()}#tra-cuu`} variant="secondary">
          {words.look_up}
        </ButtonLink>
        <ButtonLink href={paths.contact()} variant="ghost">
          {words.another}
        </ButtonLink>
      </p>
    </div>
  );
}
