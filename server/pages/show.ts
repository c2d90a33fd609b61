/**
 * A stored page as it is shown: texts in the reader's language with their blanks filled, products at today's price, figures
 * counted. A page that lacks a text in a language is shown in Vietnamese there, as a whole. A block without data is left out, and
 * a page without blocks is not found. Two statements when warm, whatever the number of blocks. rules/pages#languages
 */
import { ShopError } from "contract/errors.ts";
import type { Block, BlockOf, DocumentPicture, FormKind, PageDocument, Words } from "contract/pages/document.ts";
import type { ShownBlock, ShownBlockOf, ShownPage, ShownPicture } from "contract/pages/pages.ts";
import { bannerImageId, kindImageId, uploadImageId } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import { faq } from "../content/texts.ts";
import type { Ctx } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";
import { setting } from "../platform/settings.ts";
import { figures, pageFiller, storesOf } from "./facts.ts";
import { type RowCards, readRows } from "./rows.ts";
import { languagesOf, type StoredPage } from "./stored.ts";

/** Forms whose calls exist. */
const WORKING_FORMS: ReadonlySet<FormKind> = new Set<FormKind>(["contact", "partner", "service_booking"]);

type Shower = {
  ctx: Ctx;
  say: (words: Words) => string;
  rows: RowCards;
  programmes: StoredPage["programmes"];
};

/** Throws not_found where nothing of it can be shown. */
export async function showPage(ctx: Ctx, page: StoredPage): Promise<ShownPage> {
  const { document, programmes } = page;
  const languages = languagesOf(document);
  const lang = languages.includes(ctx.locale) ? ctx.locale : "vi";
  const own = { ...ctx, locale: lang };
  const blocks = document.blocks.filter(({ needs }) => hasFeatures(needs));
  const ends = document.program === undefined ? undefined : programmes[document.program];
  const [fill, rows] = await Promise.all([pageFiller(own, ends), readRows(own, blocks)]);
  const say = (words: Words) => fill(words[lang] ?? words.vi);
  const shower: Shower = { ctx: own, say, rows, programmes };
  const shown = (await Promise.all(blocks.map((block) => showBlock(shower, block)))).filter((block) => block !== null);
  if (shown.length === 0) throw new ShopError("not_found");
  return {
    key: page.key,
    kind: page.kind,
    slug: page.slug ?? "",
    title: say(document.title),
    description: say(document.description),
    lang,
    languages,
    until: untilOf(page, shown, ctx.now),
    blocks: shown,
  };
}

/** The nearest moment at which the page says something else. */
function untilOf({ starts_at, ends_at, programmes, document }: StoredPage, blocks: ShownBlock[], now: Date) {
  const moments = [starts_at?.getTime(), ends_at?.getTime()];
  for (const block of blocks) if (block.type === "countdown") moments.push(Date.parse(block.ends_at));
  if (namesProgramme(document)) for (const ends of Object.values(programmes)) moments.push(Date.parse(ends));
  const next = moments.filter((at) => at !== undefined && at > now.getTime()).sort((a, b) => Number(a) - Number(b))[0];
  return next === undefined ? null : new Date(next).toISOString();
}

function namesProgramme({ program, blocks }: PageDocument): boolean {
  return program !== undefined || blocks.some((block) => block.type === "product_row" && block.rule.rule === "program");
}

async function showBlock(shower: Shower, block: Block): Promise<ShownBlock | null> {
  const { say, rows, ctx } = shower;
  const { id } = block;
  const title = say(block.title);
  switch (block.type) {
    case "hero":
      return hero(shower, block);
    case "text_picture": {
      const { type, side } = block;
      const picture = block.picture ? pictureOf(block.picture, say) : null;
      return { id, type, title, text: say(block.text), picture, side, button: buttonOf(block.button, say) };
    }
    case "product_row": {
      const products = rows.get(id) ?? [];
      return products.length === 0 ? null : { id, type: block.type, title, columns: block.columns, products };
    }
    case "countdown":
      return countdown(shower, block);
    case "tabs": {
      const tabs = block.tabs
        .filter(({ needs }) => hasFeatures(needs))
        .map((tab) => {
          const products = rows.get(`${id}/${tab.id}`) ?? [];
          return { id: tab.id, label: say(tab.label), text: say(tab.text), products };
        });
      return tabs.length === 0 ? null : { id, type: block.type, title, tabs };
    }
    case "faq": {
      const items = block.faq_ids ? await questions(ctx, block.faq_ids) : (block.items ?? []).map(saidQuestion(say));
      return items.length === 0 ? null : { id, type: block.type, title, items };
    }
    case "gallery": {
      const items = block.items.map(({ picture, caption }) => ({
        picture: pictureOf(picture, say),
        caption: say(caption),
      }));
      return { id, type: block.type, title, items };
    }
    case "film": {
      if (block.src === "") return null;
      const { type, src } = block;
      return { id, type, title, src, poster: pictureOf(block.poster, say), transcript: say(block.transcript) };
    }
    case "form":
      return form(say, block);
    case "map": {
      const stores = await storesOf(ctx, block.stores);
      const text = block.text ? say(block.text) : "";
      if (stores.length === 0 && text === "") return null;
      return { id, type: block.type, title, text, stores, button: buttonOf(block.button, say) };
    }
    case "code":
      return code(shower, block);
  }
}

type Say = Shower["say"];

const saidQuestion = (say: Say) => (item: { question: Words; answer: Words }) => ({
  question: say(item.question),
  answer: say(item.answer),
});

const buttonOf = (button: { label: Words; link: string } | undefined, say: Say) =>
  button ? { label: say(button.label), link: button.link } : null;

/** "banner-water.svg" is a scene, every other drawing the picture of a product kind. */
export function pictureOf(picture: DocumentPicture, say: Say): ShownPicture {
  const alt = picture.alt ? say(picture.alt) : "";
  if (picture.media !== undefined) return { image: uploadImageId(picture.media), image_narrow: "", alt };
  const art = (picture.art ?? "").replace(/\.svg$/, "");
  const scene = /^banner-(.+)$/.exec(art)?.[1];
  if (scene === undefined) return { image: kindImageId(art), image_narrow: "", alt };
  const image_narrow = picture.art_mobile === undefined ? "" : bannerImageId(scene, "phone");
  return { image: bannerImageId(scene, "wide"), image_narrow, alt };
}

async function hero({ ctx, say }: Shower, block: BlockOf<"hero">): Promise<ShownBlockOf<"hero">> {
  const counts = block.figures.length > 0 ? await figures(ctx) : undefined;
  const hotline = await setting(ctx, "hotline");
  const actions = block.actions.flatMap(({ kind, label, value, needs }) => {
    if (kind === "chat" || !hasFeatures(needs)) return [];
    const filled = say({ vi: value });
    const link = kind === "call" ? `tel:${hotline.tel || filled}` : kind === "mail" ? `mailto:${filled}` : filled;
    return filled === "" ? [] : [{ kind, label: say(label), link }];
  });
  return {
    id: block.id,
    type: block.type,
    title: say(block.title),
    text: say(block.text),
    picture: block.picture ? pictureOf(block.picture, say) : null,
    actions,
    figures: counts ? block.figures.map(({ source, label }) => ({ value: counts[source], label: say(label) })) : [],
  };
}

/** At the end of a programme the block is gone; after another moment what follows stands in its place. */
function countdown({ ctx, say, programmes }: Shower, block: BlockOf<"countdown">): ShownBlockOf<"countdown"> | null {
  const ends = block.program === undefined ? block.ends : programmes[block.program];
  if (ends === undefined) return null;
  const ends_at = new Date(ends).toISOString();
  const running = Date.parse(ends_at) > ctx.now.getTime();
  const after = block.after ? say(block.after) : "";
  if (!running && after === "") return null;
  return { id: block.id, type: block.type, title: say(block.title), ends_at, running, after };
}

async function questions(ctx: Ctx, ids: readonly number[]) {
  const all = new Map((await faq(ctx)).flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return ids.flatMap((id) => {
    const found = all.get(id);
    return found ? [{ question: found.question, answer: found.answer }] : [];
  });
}

function form(say: Say, block: BlockOf<"form">): ShownBlockOf<"form"> | null {
  if (!WORKING_FORMS.has(block.form)) return null;
  const fields = (block.fields ?? []).map(({ name, type, required, label, options }) => ({
    name,
    type,
    required,
    label: say(label),
    options: (options ?? []).map((option) => ({ code: option.code, label: say(option.label) })),
  }));
  const { id, type } = block;
  const texts = { submit: say(block.submit), done: say(block.done), consent: say(block.consent) };
  return { id, type, title: say(block.title), form: block.form, fields, ...texts };
}

async function code({ ctx, say }: Shower, block: BlockOf<"code">): Promise<ShownBlockOf<"code"> | null> {
  const { id, type } = block;
  const shown = { id, type, title: say(block.title), source: null, columns: [], rows: [], list: [], note: "" };
  if (block.list) return { ...shown, list: block.list.map(say) };
  if (block.table) {
    const { columns, rows } = block.table;
    return { ...shown, columns: columns.map(say), rows: rows.map((row) => row.map(say)) };
  }
  if (block.render?.source !== "service.price_list") return null;
  const { rows, note } = await setting(ctx, "service_prices");
  if (rows.length === 0) return null;
  const said = rows.map(({ name, price }) => [say(name), formatDong(price)]);
  return { ...shown, source: "service.price_list", rows: said, note: say(note) };
}
