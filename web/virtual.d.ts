declare module "virtual:inline-scripts" {
  /** app/hydration/theme-script.ts and app/hydration/boot.ts, each bundled and minified. */
  export const theme_script: string;
  export const boot_script: string;
}

declare module "virtual:message-chunks" {
  import type { Locale } from "contract/values/locale.ts";
  /** Per file of the browser's build, the files of messages it waits for. */
  export const message_chunks: Record<string, Record<Locale, string[]> | undefined>;
}

declare module "virtual:call-routes" {
  /** By the name of the call, as the contract has it: "PUT /v1/client/viewed-products". */
  export const routes: Readonly<Record<string, string>>;
}

declare module "virtual:chat-routes" {
  /** By the name of the call, as the contract has it: "GET /v1/client/chat/{id}". */
  export const routes: Readonly<Record<string, string>>;
}

declare module "virtual:field-rules/*" {
  /** What the fields of a form must hold that sends the call of this name: field-rules.ts. */
  export const rules: import("./plugins/field-rules.ts").FormRules;
}

declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";
  export const routes: ServerBuild["routes"];
  export const assets: ServerBuild["assets"];
}
