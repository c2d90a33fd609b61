import type { ProductCard } from "contract/catalogue/catalogue.ts";

type Sale = NonNullable<ProductCard["flash_sale"]>;

/** What a card shows of its product, and nothing more: it travels as HTML and again as data. */
export type ShownCard = Omit<ProductCard, "code" | "image" | "flash_sale" | "programme"> & {
  image: { id: string };
  flash_sale: Omit<Sale, "code" | "price"> | null;
};

/** Cards for the browser. A product already in `sent` stays one object, which is sent once. */
export function shownCards(cards: readonly ProductCard[], sent: Map<number, ShownCard> = new Map()): ShownCard[] {
  return cards.map((card) => {
    const shown = sent.get(card.product_id) ?? shownCard(card);
    sent.set(card.product_id, shown);
    return shown;
  });
}

function shownCard({ code: _code, image, flash_sale, programme: _programme, ...card }: ProductCard): ShownCard {
  return { ...card, image: { id: image.id }, flash_sale: flash_sale && shownSale(flash_sale) };
}

function shownSale({ code: _code, price: _price, ...sale }: Sale): ShownCard["flash_sale"] {
  return sale;
}
