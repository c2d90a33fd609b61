import type { CardState } from "contract/payments/payments.ts";
import { useEffect } from "react";
import { useMessages, usePaths } from "../../i18n.tsx";
import { browserShop } from "../../navigation/browser-shop.ts";
import { Button } from "../../ui/button.tsx";
import { useCheckedAgain } from "./checked-again.ts";

type Props = { card: CardState; order_code: string; uid_payment: string };

const CHECKED_MINUTES = 2; // rules/payments#settlement

/** The bank asks its customer in a frame; when it has answered, the last step is taken; after it the result is awaited. */
export function CardChallenge({ card, order_code, uid_payment }: Props) {
  const { card: words } = useMessages();
  const paths = usePaths();
  const { stage, frame_url } = card;
  const address = paths.paymentStatus({ uid_payment });
  // Also while the bank asks: its frame's message may come before this page listens.
  useCheckedAgain(CHECKED_MINUTES);
  useEffect(() => {
    if (stage !== "challenge") return;
    const look = ({ origin, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && data === "card-returned") location.assign(address);
    };
    addEventListener("message", look);
    return () => removeEventListener("message", look);
  }, [stage, address]);
  useEffect(() => {
    if (stage !== "returned") return;
    // A refusal is shown by the page that follows: it tells the state, whatever was answered here.
    browserShop.payments.cardPaid({ order_code, uid_payment }).then(
      ({ next }) => {
        if (next !== "wait") location.assign(address);
      },
      () => location.assign(address),
    );
  }, [stage, order_code, uid_payment, address]);
  if (stage === "challenge" && frame_url !== null) {
    return (
      <>
        <h1 className="h2" id="card-title">
          {words.challenge_title}
        </h1>
        <p className="muted">{words.challenge_text}</p>
        <p className="muted small">{words.bank_frame}</p>
        <iframe className="card-challenge" src={frame_url} title={words.challenge_title} />
        <p className="muted small">
          {words.not_shown}{" "}
          <a className="link" href={frame_url} data-reload="">
            {words.open_frame}
          </a>
        </p>
      </>
    );
  }
  if (stage === "returned") {
    return (
      <>
        <h1 className="h2" id="card-title">
          {words.returned_title}
        </h1>
        <p className="muted" role="status">
          {words.paying_text}
        </p>
        <form method="post">
          <Button type="submit" size="large" name="intent" value="card_pay">
            {words.finish}
          </Button>
        </form>
      </>
    );
  }
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      <h1 className="h2" id="card-title">
        {words.asking_title}
      </h1>
      <p className="muted" role="status">
        {words.asking_text}
      </p>
    </>
  );
}
