import type { PaymentView, TransferGuide } from "contract/payments/payments.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { PayingStyles } from "../../hydration/more-styles.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Note } from "../../ui/text/note.tsx";
import { useCheckedAgain } from "./checked-again.ts";

const CHECK_EVERY_MS = 5_000; // rules/payments

type Props = { payment: PaymentView; guide: TransferGuide; uid_payment: string; now: string };

/** The QR code, and the same as text with a button to copy each. The page polls the server while it is visible. */
export function Transfer({ payment, guide, uid_payment, now }: Props) {
  const { orders: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { revalidator } = useCheckedAgain();
  const rows = [
    { name: words.bank, value: guide.bank_name },
    { name: words.account_number, value: guide.account_number },
    { name: words.account_holder, value: guide.account_holder },
    { name: words.amount, value: formatDong(guide.amount), copy: String(guide.amount) },
    { name: words.content, value: guide.content },
  ];
  const until = payment.expires_at ? formatDateTime(new Date(payment.expires_at), locale) : "";
  const picture = `/qr/payment/${uid_payment}/vietqr`;
  return (
    <section className="card qr-layout" aria-label={words.scan_steps[0]}>
      <PayingStyles />
      <noscript>
        <meta httpEquiv="refresh" content={String(CHECK_EVERY_MS / 1000)} />
      </noscript>
      <div className="qr-side">
        <img
          className="qr-code"
          src={`${picture}.svg`}
          alt={words.qr_alt({ amount: formatDong(guide.amount) })}
          width={260}
          height={260}
        />
        <a className="link" href={`${picture}.png`} download={`${guide.content}.png`}>
          {words.save_qr}
        </a>
        {payment.expires_at && <p className="without-script">{words.pay_before({ at: until })}</p>}
        {payment.expires_at && (
          <p className="needs-script">
            <span className="muted">{words.time_left} </span>
            <Countdown
              until={payment.expires_at}
              now={now}
              label={words.pay_before({ at: until })}
              ended={words.time_over}
              days={words.days}
              onEnd={() => revalidator.revalidate()}
            />
          </p>
        )}
      </div>
      <div className="panel stack">
        <ol className="numbered">
          {words.scan_steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <dl>
          {rows.map(({ name, value, copy }) => (
            <div className="copy-row" key={name}>
              <dt>{name}</dt>
              <dd className="num">
                {value}
                <CopyButton text={copy ?? value} label={words.copy_short} what={name} copied={words.copied} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="muted small">{words.content_help}</p>
        <p className="muted small">{words.pay_before({ at: until })}</p>
        {payment.received > 0 && (
          <Note tone="honey" role="status">
            {words.partly_received({
              received: formatDong(payment.received),
              missing: formatDong(payment.amount - payment.received),
            })}
          </Note>
        )}
        <ButtonLink href={paths.paymentStatus({ uid_payment })} data-reload="" variant="tinted">
          {words.check_again}
        </ButtonLink>
      </div>
    </section>
  );
}
