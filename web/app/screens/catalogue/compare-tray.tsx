import { imageUrl, srcset } from "contract/images.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { clearCompared, most_compared, toggleCompared, useCompared } from "./compare-list.ts";

/** At the bottom of lists: what this device has chosen to compare. Nothing of it is there before the page runs. */
export function CompareTray() {
  const { comparison } = useMessages();
  const paths = usePaths();
  const chosen = useCompared();
  if (chosen.length === 0) return null;
  const title = comparison.tray({ count: chosen.length, most: most_compared });
  return (
    <aside className="tray" aria-label={title}>
      <div className="wrap between">
        <div className="row">
          <b className="num wide-only">{title}</b>
          {chosen.map((product) => (
            <button
              key={product.slug}
              type="button"
              className="tray-slot"
              title={product.name}
              onClick={() => toggleCompared(product)}
            >
              <img
                src={imageUrl(product.image, 96)}
                srcSet={srcset(product.image, [96, 160])}
                sizes="44px"
                alt=""
                width={44}
                height={44}
              />
              <VisuallyHidden>{comparison.compare_remove(product)}</VisuallyHidden>
            </button>
          ))}
        </div>
        <div className="row">
          <ButtonLink size="small" href={paths.compare(chosen.map(({ slug }) => slug))}>
            {comparison.tray_go}
            <span className="num phone-only">
              {chosen.length}/{most_compared}
            </span>
          </ButtonLink>
          <Button type="button" size="small" variant="ghost" onClick={clearCompared}>
            {comparison.tray_clear}
          </Button>
        </div>
      </div>
    </aside>
  );
}
