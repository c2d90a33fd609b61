import { imageUrl, srcset } from "contract/values/images.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { clearCompared, MAX_COMPARED, toggleCompared, useCompared } from "../../shared/products/compare-list.ts";
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";

/** At the bottom of lists: what this device has chosen to compare. It is not rendered before hydration. */
export function CompareTray() {
  const { comparison } = useMessages();
  const paths = usePaths();
  const chosen = useCompared();
  if (chosen.length === 0) return null;
  const title = comparison.tray({ count: chosen.length, most: MAX_COMPARED });
  return (
    <aside className="tray" aria-label={title}>
      <div className="wrap between">
        <div className="row tray-slots">
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
                sizes="40px"
                alt=""
                width={40}
                height={40}
              />
              <Icon name="close" size={14} />
              <VisuallyHidden>{comparison.compare_remove(product)}</VisuallyHidden>
            </button>
          ))}
        </div>
        <div className="row">
          <ButtonLink size="small" href={paths.compare(chosen.map(({ slug }) => slug))}>
            {comparison.tray_go}
            <span className="num phone-only">
              {chosen.length}/{MAX_COMPARED}
            </span>
          </ButtonLink>
          <Button type="button" size="small" variant="ghost" className="wide-only" onClick={clearCompared}>
            {comparison.tray_clear}
          </Button>
          <IconButton
            type="button"
            icon="trash"
            label={comparison.tray_clear}
            className="phone-only"
            onClick={clearCompared}
          />
        </div>
      </div>
    </aside>
  );
}
