declare module "virtual:boot-script" {
  /** app/boot.ts, bundled and minified. */
  export const boot_script: string;
}

declare module "virtual:locale-chunks" {
  import type { Locale } from "contract/locale.ts";
  export const locale_chunks: Record<Locale, string>;
}

declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  export const routes: ServerBuild["routes"];
  export const assets: ServerBuild["assets"];
}
