import { useEffect, useState } from "react";
import { useFetchers, useLocation, useNavigation } from "react-router";
import { useMessages, usePaths } from "../i18n.tsx";
import { useVisitor } from "../session/membership.ts";
import { Icon } from "../ui/icon.tsx";
import { cartCount } from "../visitor.ts";

/** The count is this device's own: pages are the same for everyone, so the boot script paints it, then it is updated here. */
export function CartLink() {
  const { common } = useMessages();
  const paths = usePaths();
  const { key } = useLocation();
  const { state } = useNavigation();
  const underWay = useFetchers().length; // a card's form changes the cart without a navigation
  const visitor = useVisitor();
  const [count, setCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation and each form may have changed the cart
  useEffect(() => {
    setCount(cartCount());
  }, [key, state, underWay, visitor]);

  return (
    <a href={paths.cart()}>
      <Icon name="cart" size={24} />
      {/* Its content is painted before hydration, so React must not compare it. */}
      <b
        className="count num"
        data-cart-count=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a figure
        dangerouslySetInnerHTML={{ __html: count > 0 ? String(count) : "" }}
      />
      <span>{common.cart}</span>
    </a>
  );
}
