import latin from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import vietnamese from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-vietnamese-wght-normal.woff2?url";

/** The two font files of every page, to be preloaded (`as=font`, `crossorigin`); tokens.css declares the same ones. */
export const fontFiles = [latin, vietnamese];
