import type { Reward } from "contract/loyalty/rewards.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { Form } from "react-router";
import { Hidden } from "../forms/hidden.tsx";
import { foreign, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { ChipLink, Chips } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { Unbroken } from "../ui/text/unbroken.tsx";

export const rewardGroups = ["all", "low", "middle", "voucher", "product"] as const;
type Group = (typeof rewardGroups)[number];

const LOW = 300; // points
const MIDDLE = 600; // points

const belongs: Record<Group, (reward: Reward) => boolean> = {
  all: () => true,
  low: ({ points }) => points < LOW,
  middle: ({ points }) => points >= LOW && points <= MIDDLE,
  voucher: ({ kind }) => kind === "voucher",
  product: ({ kind }) => kind === "product",
};

type Props = { rewards: readonly Reward[]; item_count: number; group: Group };

/** What points may be exchanged for: each says what it takes, what is left, and why it cannot be had. */
export function Rewards({ rewards, item_count, group }: Props) {
  const { exchange: words } = useMessages();
  const paths = usePaths();
  const shown = rewards.filter(belongs[group]);
  if (rewards.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="rewards">
      <div className="between row-wrap">
        <h2 className="h3" id="rewards">
          {words.title}
        </h2>
        <div className="row row-wrap">
          <a className="link small" href={paths.exchangeOrders()}>
            {words.orders}
          </a>
          <a className="link small" href={paths.exchangeCart()}>
            {words.cart_count({ count: item_count })}
          </a>
        </div>
      </div>
      <nav aria-label={words.groups_label}>
        <Chips>
          {rewardGroups.map((each) => (
            <ChipLink
              key={each}
              to={paths.rewards({ qua: each === "all" ? null : each })}
              current={each === group}
              stay
            >
              {words.groups[each]}
            </ChipLink>
          ))}
        </Chips>
      </nav>
      {shown.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="rewards">
        {shown.map((reward) => (
          <RewardCard key={reward.product_id} reward={reward} />
        ))}
      </ul>
    </section>
  );
}

function RewardCard({ reward }: { reward: Reward }) {
  const { exchange: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const { product_id, name, lang, image, product, points, missing, maximum } = reward;
  const label = <Unbroken text={name} />;
  return (
    <li className="card reward">
      {image ? (
        <img
          src={imageUrl(image.id, 240)}
          srcSet={srcset(image.id, [240, 480])}
          sizes="(width >= 48rem) 220px, 45vw"
          alt=""
          width={240}
          height={240}
          loading="lazy"
        />
      ) : (
        <span className="reward-stub">
          <Icon name="ticket" size={24} />
          <b className="num">{reward.value !== null && formatDong(reward.value)}</b>
        </span>
      )}
      <div className="reward-body">
        {product ? (
          <a className="line-name" href={paths.product(product)} {...foreign(lang, locale)}>
            {label}
          </a>
        ) : (
          <p className="line-name" {...foreign(lang, locale)}>
            {label}
          </p>
        )}
        <p className="tiny muted num">{termsOf()}</p>
        <b className="reward-points num row">
          <Icon name="coin" size={16} />
          {words.points({ points: formatNumber(points) })}
        </b>
        <Form method="post" action={paths.exchangeCart()}>
          <input type="hidden" name="intent" value="add" />
          {/* send.ts gives the key where it is sent by script. */}
          <input type="hidden" name="idempotency_key" value="" />
          <Hidden<"cart.addReward"> name="product_id" value={product_id} />
          <Button
            variant="tinted"
            size="small"
            full
            disabled={missing > 0 || maximum === 0}
            aria-label={missing > 0 || maximum === 0 ? undefined : words.redeem_this({ name })}
          >
            {actText()}
          </Button>
        </Form>
      </div>
    </li>
  );

  function termsOf(): string {
    const { valid_days, left, limit_per_customer: limit } = reward;
    return [
      valid_days !== null && words.valid({ days: valid_days }),
      left !== null && left > 0 && words.left({ count: left }),
      limit !== null && words.limit({ count: limit }),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  function actText(): string {
    if (reward.left === 0) return words.gone;
    if (maximum === 0) return words.had_all;
    return missing > 0 ? words.short({ points: formatNumber(missing) }) : words.redeem;
  }
}
