import { formatDateTime } from "contract/values/locale.ts";
import { useRevalidator } from "react-router";
import { useLocale, useMessages } from "../../i18n.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { ShownVariant } from "./product-data.ts";

/** How many are left at this price, and for how long: both true at the time of the answer. */
export function FlashHead({ sale: { quota, sold, ends_at } }: { sale: NonNullable<ShownVariant["flash_sale"]> }) {
  const { catalogue, details } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  return (
    <div className="price-box-flash">
      <b className="row">
        <Icon name="bolt" />
        {catalogue.flash_sale}
      </b>
      <span className="row row-wrap num tiny">
        {details.flash_left({ left: quota - sold, quota })}
        <Countdown
          until={ends_at}
          label={details.flash_ends({ time: formatDateTime(ends_at, locale) })}
          ended={details.flash_over}
          days={(count) => catalogue.days({ count })}
          look="small"
          onEnd={revalidate}
        />
      </span>
    </div>
  );
}
