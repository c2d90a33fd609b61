import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import type { Route } from "./+types/settings";
import { SectionMenu } from "./section-menu.tsx";

export const meta = titled(({ shop }) => shop.settings.title);

export async function loader({ context }: Route.LoaderArgs) {
  return { rows: await shopOf(context).platform.settings({}) };
}

/** Every setting that has a form, by section. */
export default function Settings() {
  const { shop } = useOfficeMessages();
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={shop.settings.title} about={shop.settings.about} />
      <SectionMenu rows={rows} />
    </>
  );
}
