import { emptyImageId, imageUrl, srcset } from "contract/images.ts";

/** An illustration of an empty or broken page, 240 px wide. */
export function emptyPicture(name: Parameters<typeof emptyImageId>[0]) {
  const id = emptyImageId(name);
  return { src: imageUrl(id, 240), srcSet: srcset(id, [240, 480]), sizes: "240px" };
}
