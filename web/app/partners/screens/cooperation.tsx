import type { Unit } from "contract/fulfilment/fulfilment.ts";
import type { ShownBlockOf, ShownPage } from "contract/pages/pages.ts";
import { shopOf } from "../../context.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { Blocks } from "../../pages/blocks.tsx";
import { keepPage } from "../../pages/page-cache.ts";
import { blockPageMeta } from "../../pages/page-head.ts";
import { pathsIn } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Prose } from "../../ui/text/prose.tsx";
import { type OwnForm, ownFormOf } from "../own-form.ts";
import { RentGroundForm } from "../parts/rent-ground-form.tsx";
import type { Route } from "./+types/cooperation";

/** Ways to work with the shop. The page is the same for everybody but who sent its form. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = await shop.pages.fixed({ key: "cooperation" });
  const [provinces, own] = await Promise.all([
    shop.fulfilment.provinces({}),
    ownFormOf(context),
    keepPage(context, shop, page),
  ]);
  return { page, provinces: provinces.map(({ code, full_name }) => ({ code, full_name })), own };
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData?.page;
  if (!page) return [];
  return blockPageMeta(args, page, pathsIn("vi").cooperation(), messagesAt(args.location.pathname).common.home);
};

/** The way that has a form of its own; the others are told about, and written to by the contact form. */
const WITH_FORM = "rent-ground";

type Tab = ShownBlockOf<"tabs">["tabs"][number];

export default function CooperationScreen({ loaderData: { page, provinces, own } }: Route.ComponentProps) {
  const { pages, common } = useMessages();
  const paths = usePaths();
  const ways = page.blocks.find((block) => block.type === "tabs");
  const hasForm = page.blocks.some(({ type }) => type === "form");
  // Where there is no form the ways stand as the editor wrote them.
  const shown = hasForm ? withoutWays(page) : page;
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: page.title }]} />
      <Blocks page={shown} form={(block) => <Ways ways={ways} block={block} provinces={provinces} own={own} />} />
    </div>
  );
}

/** The head is words alone, so that the form begins on the first screen. */
function withoutWays(page: ShownPage): ShownPage {
  const blocks = page.blocks.filter(({ type }) => type !== "tabs");
  return { ...page, blocks: blocks.map((block) => (block.type === "hero" ? { ...block, picture: null } : block)) };
}

type WaysProps = {
  ways: ShownBlockOf<"tabs"> | undefined;
  block: ShownBlockOf<"form">;
  provinces: readonly Pick<Unit, "code" | "full_name">[];
  own: OwnForm | null;
};

function Ways({ ways, block, provinces, own }: WaysProps) {
  const tabs = ways?.tabs ?? [];
  const others = tabs.filter(({ id }) => id !== WITH_FORM);
  const ground = tabs.find(({ id }) => id === WITH_FORM);
  return (
    <div className="stack-loose">
      {others.length > 0 && ways && <OtherWays title={ways.title} tabs={others} />}
      <div className="with-summary">
        <RentGroundForm block={block} provinces={provinces} own={own} />
        {ground && <About tab={ground} />}
      </div>
    </div>
  );
}

function OtherWays({ title, tabs }: { title: string; tabs: readonly Tab[] }) {
  const { pages } = useMessages();
  const paths = usePaths();
  return (
    <>
      <h2 className="visually-hidden">{title}</h2>
      <ul className="panels">
        {tabs.map(({ id, label, text }) => (
          <li key={id} id={`kinds-${id}`} className="card panel stack">
            <h3 className="h4">{label}</h3>
            <Prose text={text} headingLevel={4} idPrefix={`kinds-${id}`} />
            <p>
              <ButtonLink href={paths.contact({ topic: "cooperation" })} variant="secondary">
                {pages.cooperate}
              </ButtonLink>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the shop looks for, and what follows: a card for each part of the text. */
function About({ tab: { id, label, text } }: { tab: Tab }) {
  const [first = "", ...parts] = text.split(/^### /m);
  const cards = [{ heading: label, body: first }, ...parts.map(headed)];
  return (
    <div className="stack-loose stack-top">
      {cards.map(({ heading, body }, at) => (
        <div key={heading} className="card panel stack">
          <h3 className="h4">{heading}</h3>
          <Prose text={body} headingLevel={4} idPrefix={`${id}-${at}`} />
        </div>
      ))}
    </div>
  );
}

function headed(part: string): { heading: string; body: string } {
  const end = part.indexOf("\n");
  return end < 0 ? { heading: part, body: "" } : { heading: part.slice(0, end), body: part.slice(end + 1).trim() };
}
