import latin from "./fonts/latin.woff2?url";
import vietnamese from "./fonts/vietnamese.woff2?url";

/** The two font files of every page, to be preloaded (`as=font`, `crossorigin`); tokens.css declares the same ones. */
export const fontFiles = [latin, vietnamese];
