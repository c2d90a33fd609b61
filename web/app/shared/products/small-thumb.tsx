import { imageUrl, srcset } from "contract/values/images.ts";

/** A picture beside a name that says the same. */
export function SmallThumb({ id }: { id: string }) {
  return (
    <span className="thumb thumb-small">
      <img
        src={imageUrl(id, 96)}
        srcSet={srcset(id, [96, 160])}
        sizes="56px"
        alt=""
        width={56}
        height={56}
        loading="lazy"
      />
    </span>
  );
}
