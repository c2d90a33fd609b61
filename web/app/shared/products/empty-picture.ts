import { emptyImageId, imageUrl, srcset } from "contract/values/images.ts";

/** An illustration of an empty or broken page, 480 px wide at most. */
export function emptyPicture(name: Parameters<typeof emptyImageId>[0]) {
  const id = emptyImageId(name);
  return { src: imageUrl(id, 480), srcSet: srcset(id, [320, 480, 960]), sizes: "(width < 48rem) 260px, 480px" };
}
