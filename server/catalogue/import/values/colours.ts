/**
 * Colours as files name them: the shop's own options in any language and a few more words; an unknown colour becomes
 * an option of its own. The swatch is one of the studio's body colours, so that a drawing can be painted in it. Pure.
 */
import { fold } from "contract/values/text.ts";

/** By option code: the studio's body nearest to it (web/art/products/archetypes.json). */
const bodies: Readonly<Record<string, string>> = {
  white: "#F4F6F5",
  black: "#2B2F33",
  silver: "#B9C0C4",
  grey: "#7C868C",
  beige: "#E6DCCB",
  green: "#7FAE93",
  blue: "#5B8DB8",
  pink: "#E3A7B2",
  red: "#B8443E",
  brown: "#7A5540",
  gold: "#C9B48A",
  navy: "#2E3F5C",
};
const UNKNOWN_BODY = "#7C868C";

/** Words of trade for the options above, folded. */
const synonyms: Readonly<Record<string, string>> = {
  ...{ gray: "grey", ghi: "grey", "xam dam": "grey", "space gray": "grey", "dark grey": "grey" },
  ...{ kem: "beige", cream: "beige", nude: "beige", ivory: "beige" },
  ...{
    xanh: "blue",
    "xanh ngoc": "green",
    mint: "green",
    "xanh bien": "blue",
    "xanh navy": "navy",
    "xanh la cay": "green",
  },
  ...{
    inox: "silver",
    bac: "silver",
    "thep khong gi": "silver",
    stainless: "silver",
    vang: "gold",
    "vang dong": "gold",
  },
  ...{ "trang ngoc": "white", "trang sua": "white", "den bong": "black", "den nham": "black", "do do": "red" },
};

export function bodyOfColour(code: string): string {
  return bodies[code] ?? UNKNOWN_BODY;
}

/** The option's code a word stands for, where it is one of the trade's. */
export function tradeColour(written: string): string | undefined {
  return synonyms[fold(written).replace(/^mau /, "")];
}
