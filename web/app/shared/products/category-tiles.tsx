import type { CategoryNode } from "contract/catalogue/catalogue.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Picture } from "../../ui/picture.tsx";

export type Tile = { slug: string; name: string; image: string };

export function tilesOf(tree: readonly CategoryNode[]): Tile[] {
  return tree.flatMap(({ slug, name, image }) => (image ? [{ slug, name, image: image.id }] : []));
}

/** The first level, each with its picture. */
export function CategoryTiles({ tiles }: { tiles: readonly Tile[] }) {
  const { home } = useMessages();
  const paths = usePaths();
  if (tiles.length === 0) return null;
  return (
    <section className="section" aria-labelledby="categories">
      <div className="section-head">
        <h2 id="categories">{home.categories}</h2>
        <a className="link" href={paths.products()}>
          {home.all_categories}
        </a>
      </div>
      <ul className="category-tiles">
        {tiles.map(({ slug, name, image }) => (
          <li key={slug}>
            <a href={paths.category(slug)}>
              <Picture
                src={imageUrl(image, 160)}
                srcSet={srcset(image, [96, 160, 240, 320])}
                sizes="(min-width: 48rem) 140px, 23vw"
                alt=""
                width={160}
                height={160}
              />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
