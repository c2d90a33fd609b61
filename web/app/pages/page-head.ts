/** What a page of blocks says of itself: canonical address, picture, and the questions it shows. */
import type { ShownPage } from "contract/pages/pages.ts";
import { imageUrl } from "contract/values/images.ts";
import { breadcrumbs, pageMeta } from "../meta.ts";

type Args = Parameters<typeof pageMeta>[0];

/** `path` is null where it is not to be indexed. */
export function blockPageMeta(args: Args, page: ShownPage, path: string | null, home: string) {
  const [hero] = page.blocks;
  const image = hero?.type === "hero" && hero.picture ? imageUrl(hero.picture.image, 1200) : undefined;
  const questions = page.blocks.flatMap((block) => (block.type === "faq" ? block.items : []));
  const faq = {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
  const trail = [
    { name: home, path: "/" },
    { name: page.title, path: path ?? "/" },
  ];
  return pageMeta(args, {
    title: page.title,
    description: page.description,
    path,
    ...(image && { image }),
    json_ld: path !== null && [breadcrumbs(trail), ...(questions.length > 0 ? [faq] : [])],
  });
}
