/** The pages of the demo shop. A campaign's days count from the day of seeding; what has not begun is scheduled. */
import { BookDocument } from "contract/pages/book.ts";
import { PageDocument, type PageKind } from "contract/pages/document.ts";
import { businessDay } from "contract/values/locale.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

type Campaign = { program?: string } & ({ starts_days: number; ends_days: number } | { starts: string; ends: string });
type PageEntry = {
  key: string;
  kind: PageKind;
  slug?: string;
  needs?: string[];
  title: object;
  description: object;
  campaign?: Campaign;
  status: "published" | "draft";
  blocks: object[];
};

const DAY_MS = 24 * 60 * 60 * 1000;

export async function seedPages(sql: Sql, { now }: SeedContext): Promise<void> {
  for (const { key, kind, slug, campaign, status, ...entry } of demoData<{ pages: PageEntry[] }>("pages/pages.json")
    .pages) {
    const program = campaign?.program;
    const { needs, title, description, blocks } = entry;
    const document = PageDocument.parse({ title, description, needs, blocks, ...(program && { program }) });
    const is_published = status === "published";
    const window = kind === "fixed" || !is_published ? { starts_at: null, ends_at: null } : windowOf(campaign, now);
    await sql
      .insertInto("pages.pages")
      .values({
        ...{ key, kind, slug: slug ?? null, draft_version: 1, changed_at: now },
        published_version: is_published ? 1 : null,
        published_at: is_published ? now : null,
        ...window,
      })
      .execute();
    if (kind !== "fixed" && slug) await sql.insertInto("pages.slugs").values({ kind, slug, page_key: key }).execute();
    await sql
      .insertInto("pages.versions")
      .values({ page_key: key, version: 1, document: JSON.stringify(document), saved_at: now, actor: "system" })
      .execute();
  }
}

/** The catalogue of the season, shown from the first day on. */
export async function seedBook(sql: Sql, { now }: SeedContext): Promise<void> {
  const { key, season, pages } = demoData<{ key: string; season: object; pages: object[] }>(
    "pages/catalogue-book.json",
  );
  const document = JSON.stringify(BookDocument.parse({ season, pages }));
  await sql.insertInto("pages.books").values({ key, document, starts_at: now, ends_at: null }).execute();
}

/** Whole days of Việt Nam: the last one counts. */
function windowOf(campaign: Campaign | undefined, now: Date): { starts_at: Date; ends_at: Date | null } {
  if (!campaign) return { starts_at: now, ends_at: null };
  const midnight = (day: string) => new Date(`${day}T00:00:00+07:00`);
  const dayOf = (days: number) => businessDay(new Date(now.getTime() + days * DAY_MS));
  const [first, last] =
    "starts" in campaign ? [campaign.starts, campaign.ends] : [dayOf(campaign.starts_days), dayOf(campaign.ends_days)];
  return { starts_at: midnight(first), ends_at: new Date(midnight(last).getTime() + DAY_MS) };
}
