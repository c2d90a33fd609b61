import type { GiftCard } from "contract/loyalty/gift-cards.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Form, useActionData } from "react-router";
import { field } from "../forms/forms.ts";
import { problemOf } from "../forms/problem-of.ts";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/fields/inputs.tsx";
import { Icon } from "../ui/icon.tsx";
import { Badge } from "../ui/text/badge.tsx";

/** The gift cards that the account keeps, and a form to keep another. */
export function OwnGiftCards({ cards }: { cards: readonly GiftCard[] }) {
  const { gifting: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const problem = problemOf(useActionData(), "keep_card");
  return (
    <section className="card" aria-labelledby="gift-cards">
      <div className="card-head">
        <h2 className="h4" id="gift-cards">
          {words.own}
        </h2>
        <a className="link small" href={paths.link("/the-qua-tang")}>
          {words.to_shop}
        </a>
      </div>
      {cards.length > 0 && (
        <ul className="notices">
          {cards.map((card) => (
            <li key={card.code_end + card.ends_at} className="notice notice-wrap">
              <Icon name="gift" />
              <span className="grow">
                <b className="own-line num">
                  {words.card({ card: card.code_end })}{" "}
                  {card.state !== "open" && <Badge>{words.states[card.state]}</Badge>}
                </b>
                <span className="own-line small muted num">
                  {words.of_value({ amount: formatDong(card.value) })}
                  {card.held > 0 && ` · ${words.held({ amount: formatDong(card.held) })}`}
                </span>
              </span>
              {card.state === "open" && (
                <span className="num">
                  <b className="own-line">{formatDong(card.balance)}</b>
                  <span className="own-line small muted">
                    {words.until({ day: formatDate(new Date(card.ends_at), locale) })}
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="panel stack">
        {cards.length === 0 && <p className="muted small">{words.none}</p>}
        <Form method="post" className="stack">
          <TextInput
            {...field<"loyalty.keepGiftCard">(problem, "code")}
            label={words.code}
            help={words.keep_help}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          <div>
            <Button variant="secondary" name="intent" value="keep_card">
              {words.keep}
            </Button>
          </div>
        </Form>
      </div>
    </section>
  );
}
