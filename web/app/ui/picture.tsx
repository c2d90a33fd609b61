import type { ComponentProps } from "react";
import { preload } from "react-dom";

export type PictureProps = Omit<ComponentProps<"img">, "loading" | "fetchPriority" | "decoding"> & {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** The largest paint (the hero, the product): loaded at once and first. All others are lazy. */
  priority?: boolean;
  /** Perhaps in view, but less important (the banners behind the first): low priority. */
  later?: boolean;
};

/** One plain image: the server chooses AVIF or WebP by `Accept`, the browser the width by `srcSet` and `sizes`. */
export function Picture({ priority, later, alt, ...image }: PictureProps) {
  return priority ? (
    <img {...image} alt={alt} fetchPriority="high" />
  ) : (
    <img {...image} alt={alt} loading="lazy" decoding="async" fetchPriority={later ? "low" : undefined} />
  );
}

/** On the server: what a `priority` picture does by itself, for one that is rendered elsewhere than in its page. */
export function fetchFirst({ src, srcSet, sizes }: { src: string; srcSet: string; sizes: string }): void {
  preload(src, { as: "image", imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: "high" });
}
