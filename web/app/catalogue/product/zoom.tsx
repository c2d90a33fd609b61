import { imageUrl, srcset } from "contract/values/images.ts";
import { useState } from "react";
import { useMessages } from "../../i18n.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlays/overlay.tsx";
import type { GalleryProps } from "./gallery.tsx";

type ZoomProps = GalleryProps & { place: number | null; onPlace: (place: number | null) => void };

/** The whole picture, as large as the screen has room; clicked again, at its full size, to be moved about. */
export function Zoom({ pictures, name, place, onPlace }: ZoomProps) {
  const { common, details, buying } = useMessages();
  const [close, setClose] = useState(false);
  const picture = place === null ? undefined : pictures[place];
  const count = pictures.length;
  const show = (next: number) => {
    setClose(false);
    onPlace(next);
  };
  const turn = (step: number) => {
    if (place !== null) show((place + step + count) % count);
  };
  return (
    <Dialog
      wide
      id="zoom"
      className="zoom-dialog"
      title={name}
      closeLabel={common.close}
      open={place !== null}
      onClose={() => onPlace(null)}
      foot={
        <>
          <IconButton type="button" icon="chevron-left" label={details.previous_picture} onClick={() => turn(-1)} />
          <span className="grow zoom-place num" role="status">
            {place !== null && buying.picture_of({ number: place + 1, count })}
          </span>
          <IconButton type="button" icon="chevron-right" label={details.next_picture} onClick={() => turn(1)} />
        </>
      }
    >
      {picture && (
        <div className="zoom-stage">
          <button
            type="button"
            className={close ? "zoom zoom-close" : "zoom"}
            aria-label={`${close ? details.zoom_out : details.zoom_in}: ${picture.alt}`}
            onClick={() => setClose(!close)}
          >
            <img
              src={imageUrl(picture.id, 1600)}
              srcSet={srcset(picture.id, [800, 1200, 1600])}
              sizes={close ? "1600px" : "(min-width: 60rem) 920px, 100vw"}
              alt=""
              width={1600}
              height={1600}
            />
          </button>
        </div>
      )}
      {count > 1 && (
        <div className="zoom-thumbs">
          {pictures.map(({ id }, each) => (
            <button
              key={id}
              type="button"
              aria-label={buying.picture_of({ number: each + 1, count })}
              aria-current={each === place ? "true" : undefined}
              onClick={() => show(each)}
            >
              <img src={imageUrl(id, 96)} srcSet={srcset(id, [96, 160])} sizes="56px" alt="" width={56} height={56} />
            </button>
          ))}
        </div>
      )}
    </Dialog>
  );
}
