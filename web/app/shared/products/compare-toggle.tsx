import type { Messages } from "messages/messages.ts";
import { useMessages } from "../../i18n.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { type Toast, toast } from "../../ui/overlays/toast.tsx";
import { type Compared, MAX_COMPARED, toggleCompared, useCompared } from "./compare-list.ts";
import type { ShownCard } from "./shown-card.ts";

type Props = { product: Compared; size?: "icon" | "button" };

export function comparedOf({ slug, category_slug, name, image }: ShownCard): Compared {
  return { slug, category_slug, name, image: image.id };
}

/**
 * Into the comparison and out of it, as the button and the tray show. Only this device knows, so only a hydrated page can
 * offer it.
 */
export function CompareToggle({ product, size = "icon" }: Props) {
  const { catalogue } = useMessages();
  const chosen = useCompared().some(({ slug }) => slug === product.slug);
  const props = {
    type: "button",
    "aria-pressed": chosen,
    "data-hydrate": "",
    onClick: () => {
      const refusal = refusalOf(catalogue, product);
      if (refusal) toast(refusal);
    },
  } as const;
  if (size === "icon") {
    const label = catalogue.compare_add({ name: product.name });
    return <IconButton {...props} icon="compare" size="small" look="round" label={label} className="needs-script" />;
  }
  return (
    <Button {...props} variant="ghost" size="small" icon="compare" className="needs-script">
      {chosen ? catalogue.compare_added : catalogue.compare}
    </Button>
  );
}

/** What neither shows. */
function refusalOf(words: Messages["catalogue"], product: Compared): Toast | null {
  switch (toggleCompared(product)) {
    case "in":
    case "out":
      return null;
    case "other_group":
      return { kind: "info", text: words.tray_other_group };
    case "full":
      return { kind: "error", text: words.tray_full({ most: MAX_COMPARED }) };
  }
}
