/** What `npm run additions` adds to a copy of the project: a provider, a screen and a call that do not exist. */
export const METHOD = "PRETENDED";
export const SCREEN_PATH = "/thu-nghiem";
export const SCREEN_TITLES = { "": "Trang thử nghiệm", "/en": "A pretended page", "/ja": "試験用のページ" };
export const CALL_PATH = "/v1/staff/stores/count";

/** A new file, or text put behind (`after`) or before (`before`) a text that stands once in a file. */
export type Edit = { path: string } & (
  | { text: string }
  | { after: string; put: string }
  | { before: string; put: string }
);
export type Addition = { what: string; edits: readonly Edit[] };

const NAME = "pretended";
const PROVIDERS = "server/payments/providers";
const SITE = "web/app";

const provider = `/** A provider that does not exist. */
import { numbered, type Provider } from "../../provider.ts";

const label = { name: "Pretended", description: () => "Pretended" };

export const pretended: Provider = {
  name: "pretended",
  method: "${METHOD}",
  senders: {},
  labels: { vi: label, en: label, ja: label },
  group: "scan",
  logo: "virtual",
  can: { refund: false, partial_refund: false, tokens: false, review: false },
  is_on_delivery: false,
  is_local: true,
  deadlineMinutes: ({ payment_deadline_minutes }) => payment_deadline_minutes,
  page: null,
  makeReference: numbered,
  offer: () => ({ minimum: null, maximum: null }),
  createAdapter: () => ({ start: () => ({ kind: "none" }) }),
};
`;

const screen = `import { cachePage, shopOf } from "../context.ts";
import { messagesAt, useMessages } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import type { Route } from "./+types/pretended";

export async function loader({ context }: Route.LoaderArgs) {
  const { meta } = await shopOf(context).stores.list({ limit: 1 });
  cachePage(context, { tags: ["stores"] });
  return { count: meta.total };
}

export const meta: Route.MetaFunction = (args) => {
  const { stores } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: stores.pretended, description: stores.pretended, path: null });
};

export ${"default"} function PretendedScreen({ loaderData: { count } }: Route.ComponentProps) {
  const { stores } = useMessages();
  return (
    <div className="wrap section stack">
      <h1>{stores.pretended}</h1>
      <p>{count}</p>
    </div>
  );
}
`;

const titleIn = (locale: "vi" | "en" | "ja", title: string): Edit => ({
  path: `messages/${locale}/stores/stores.ts`,
  after: "export const stores = {\n",
  put: `  pretended: "${title}",\n`,
});

export const additions: readonly Addition[] = [
  {
    what: "a payment provider",
    edits: [
      { path: `${PROVIDERS}/${NAME}/${NAME}.ts`, text: provider },
      {
        path: `${PROVIDERS}/index.ts`,
        before: 'import { vnpay } from "./vnpay/vnpay.ts";',
        put: 'import { pretended } from "./pretended/pretended.ts";\n',
      },
      { path: `${PROVIDERS}/index.ts`, after: "readonly Provider[] = [", put: "pretended, " },
    ],
  },
  {
    what: "a screen of the storefront",
    edits: [
      { path: `${SITE}/stores/${NAME}.tsx`, text: screen },
      {
        path: `${SITE}/routes/stores.ts`,
        after: "readonly Page[] = [\n",
        put: `  { path: "${SCREEN_PATH.slice(1)}", file: "stores/${NAME}.tsx", layout: "default", cacheable: {} },\n`,
      },
      titleIn("vi", SCREEN_TITLES[""]),
      titleIn("en", SCREEN_TITLES["/en"]),
      titleIn("ja", SCREEN_TITLES["/ja"]),
    ],
  },
  {
    what: "a call for staff",
    edits: [
      {
        path: "contract/stores/stores.ts",
        after: "export const stores = {\n",
        put: `  count: call("GET ${CALL_PATH}", {
    summary: "How many stores there are",
    who: { staff: "stores:write" },
    input: z.object({}),
    output: z.object({ count: z.int() }),
    example: { input: {} },
  }),
`,
      },
      {
        path: "server/stores/calls.ts",
        before: "  receivers: async (ctx, {",
        put: `  count: async (ctx) => {
    const { rows } = await sql<{ count: number }>\`select count(*)::int as count from stores.stores\`.execute(ctx.sql);
    return { count: rows[0]?.count ?? 0 };
  },

`,
      },
    ],
  },
];
