import type { PaymentView } from "contract/payments/payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useLocale, useMessages } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useCheckedAgain } from "./checked-again.ts";

type Props = { link: NonNullable<PaymentView["link"]>; uid_payment: string };

/** What the shopper hands to the person who pays: the link as a code and as text. */
export function PayLink({ link, uid_payment }: Props) {
  const { orders, paying: words } = useMessages();
  const locale = useLocale();
  useCheckedAgain();
  return (
    <section className="card qr-layout" aria-label={words.link_ready}>
      <PayingStyles />
      <div className="qr-side">
        <img
          className="qr-code"
          src={`/qr/payment/${uid_payment}/link.svg`}
          alt={words.link_qr}
          width={220}
          height={220}
        />
      </div>
      <div className="panel stack">
        <p>{words.link_help}</p>
        <div className="copy-row">
          <span className="muted small">{words.link_label}</span>
          <span className="row between">
            <a className="link one-line" href={link.url}>
              {link.url}
            </a>
            <CopyButton text={link.url} label={orders.copy_short} what={words.link_label} copied={orders.copied} />
          </span>
        </div>
        <p className="muted small">{words.link_until({ at: formatDateTime(new Date(link.expires_at), locale) })}</p>
        <ButtonLink href={link.url} variant="tinted">
          {words.open_link}
        </ButtonLink>
      </div>
    </section>
  );
}
