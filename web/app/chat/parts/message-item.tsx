import type { ChatCard, ChatMessage } from "contract/chat/chat.ts";
import { imageUrl } from "contract/values/images.ts";
import { formatTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { classes } from "../../ui/classes.ts";
import { OwnLinks } from "../../ui/own-links.tsx";

type Props = { message: ChatMessage; origin: string; seen: number };

/** One message: one's own on the right, the shop's on the left, its automatic words between. */
export function MessageItem({ message, origin, seen }: Props) {
  const { chat: words } = useMessages();
  const locale = useLocale();
  const { from, by, text, word, pictures, card, at, seq } = message;
  const time = formatTime(new Date(at), locale);
  if (word !== null)
    return (
      <li className="chat-word small muted">
        {words.words[word]} <span className="num">{time}</span>
      </li>
    );
  const isOwn = from === "customer";
  return (
    <li className={classes("chat-bubble-text", isOwn && "chat-own")}>
      <span className="visually-hidden">{isOwn ? words.you : by || words.shop}: </span>
      {text !== "" && (
        <span className="chat-text">
          <OwnLinks text={text} origin={origin} />
        </span>
      )}
      {pictures.map((address, index) => (
        <a key={address.slice(-20)} href={address} target="_blank" rel="noopener">
          <img
            className="chat-picture"
            src={address}
            alt={words.picture({ n: String(index + 1) })}
            width={200}
            height={150}
          />
        </a>
      ))}
      {card && <CardItem card={card} />}
      <small className="num">
        {time}
        {isOwn ? ` · ${seq <= seen ? words.seen : words.sent}` : by && ` · ${by}`}
      </small>
    </li>
  );
}

function CardItem({ card: { kind, key, product, order } }: { card: ChatCard }) {
  const { chat: words, orders } = useMessages();
  const paths = usePaths();
  if (product)
    return (
      <a className="chat-card" href={paths.product(product)}>
        <img src={imageUrl(product.image, 160)} alt="" width={56} height={56} />
        <span>
          <span className="chat-card-name">{product.name}</span>
          <b className="num">{formatDong(product.price)}</b>
          <span className="link">{words.see_product}</span>
        </span>
      </a>
    );
  if (order)
    return (
      <a className="chat-card" href={paths.accountOrder(key)}>
        <span>
          <b>{words.order({ code: groupedCode(key) })}</b>
          <span className="num">
            {orders.statuses[order.status]} · {formatDong(order.total)}
          </span>
          <span className="link">{words.see_order}</span>
        </span>
      </a>
    );
  return <p className="small">{kind === "order" ? words.order({ code: groupedCode(key) }) : words.card_gone}</p>;
}
