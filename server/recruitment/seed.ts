/** The vacancies of the demo shop. Their days count from the day of seeding. */
import { employmentTypes } from "contract/recruitment/states.ts";
import { businessDay, type Locale } from "contract/values/locale.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

type Words = { vi: string; en: string; ja: string };
type JobFile = {
  categories: { slug: string; order: number; name: Words }[];
  jobs: {
    id: number;
    slug: string;
    category: string;
    title: Words;
    location: { province_code: string; name: string };
    salary: { min: number; max: number };
    headcount: number;
    employment_type: string;
    deadline_days: number;
    published_days_ago: number;
    description: Words;
    requirements: Words;
    benefits: Words;
  }[];
};

/** The name of a province. It is a parameter because `fulfilment` is a higher domain. */
export type ProvinceName = (province_code: string, locale: Locale) => string;

const DAY_MS = 24 * 60 * 60 * 1000;

export async function seedRecruitment(sql: Sql, { now }: SeedContext, provinceName: ProvinceName): Promise<void> {
  const { categories, jobs } = demoData<JobFile>("recruitment/jobs.json");
  await sql
    .insertInto("recruitment.categories")
    .values(categories.map(({ slug, order, name }) => ({ slug, position: order, name: JSON.stringify(name) })))
    .execute();
  const rows = jobs.map((job) => {
    const { province_code, name } = job.location;
    const place = { vi: name, en: provinceName(province_code, "en"), ja: provinceName(province_code, "ja") };
    const employment_type = employmentTypes.find((each) => each === job.employment_type);
    if (!employment_type) throw new Error(`${job.slug}: ${job.employment_type} is no employment type`);
    return {
      ...{ id: job.id, slug: job.slug, category_slug: job.category, province_code, employment_type },
      title: JSON.stringify(job.title),
      description: JSON.stringify(job.description),
      requirements: JSON.stringify(job.requirements),
      benefits: JSON.stringify(job.benefits),
      place: JSON.stringify(place),
      ...{ salary_min: job.salary.min, salary_max: job.salary.max, headcount: job.headcount },
      deadline: businessDay(now.getTime() + job.deadline_days * DAY_MS),
      state: "open",
      published_at: new Date(now.getTime() - job.published_days_ago * DAY_MS),
      changed_at: now,
    };
  });
  await sql.insertInto("recruitment.vacancies").values(rows).execute();
}
