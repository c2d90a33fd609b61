/** The job `scan_cv`: a clean file may be opened, a harmful one is deleted and its sender asked for another. */
import type { Locale } from "contract/values/locale.ts";
import { localisedPath } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { storageOf } from "../platform/storage.ts";
import { addEvent, dropCv, letter } from "./applications.ts";
import { scannerOf } from "./scanner.ts";

type Sender = {
  id: number;
  full_name: string;
  email: string;
  locale: Locale;
  code: string;
  title: string;
  category_slug: string;
  slug: string;
};

/** Safe to repeat: a file that is no more is left alone. */
export async function scanCv(ctx: Ctx, { key }: { key: string }): Promise<void> {
  const scan = scannerOf(ctx.config);
  const bytes = scan && (await storageOf(ctx.config).get(key));
  if (!bytes) return;
  const verdict = await scan(bytes);
  await inTransaction(ctx, async (ctx) => {
    if (verdict === "clean") {
      await sql`update recruitment.cvs set scan = 'clean' where key = ${key}`.execute(ctx.sql);
      return;
    }
    const { rows } = await sql<Sender>`
      select a.id, a.full_name, a.email, a.locale, a.code, v.category_slug, v.slug,
        coalesce(v.title ->> a.locale, v.title ->> 'vi') as title
      from recruitment.applications a join recruitment.vacancies v on v.id = a.vacancy_id
      where a.cv_key = ${key} for update of a`.execute(ctx.sql);
    const [sender] = rows;
    if (!sender) return;
    ctx.log.warn({ event: "cv_infected", application: sender.code }, "a harmful file was deleted");
    await dropCv(ctx, sender.id);
    await addEvent(ctx, sender.id, null, "cv_infected");
    const path = `/tuyen-dung/${sender.category_slug}/${sender.slug}`;
    await letter(ctx, sender.email, sender.locale, "new_file", {
      ...{ name: sender.full_name, code: sender.code, job: sender.title, message: "", until: "", delete_on: "" },
      link: ctx.config.public_url + localisedPath(path, sender.locale),
    });
  });
}
