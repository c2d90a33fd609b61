import type { VacancyCard } from "contract/recruitment/recruitment.ts";
import { formatDong } from "contract/values/money.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";

/** From so many days on the time left is marked. */
const FEW_DAYS = 20;

export function salaryText(salary: VacancyCard["salary"], negotiable: string): string {
  if (salary === null) return negotiable;
  const { min, max } = salary;
  return min === max ? formatDong(min) : `${formatDong(min).replace(/\s?đ$/, "")}–${formatDong(max)}`;
}

/** The whole row is one link, named first. */
export function VacancyRow({ vacancy, level = 2 }: { vacancy: VacancyCard; level?: 2 | 3 }) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const Heading = `h${level}` as const;
  return (
    <li className="card vacancy-row">
      <div className="vacancy-name">
        <Heading className="h4" {...foreign(vacancy.lang, locale)}>
          <a href={paths.vacancy(vacancy)}>{vacancy.title}</a>
        </Heading>
        <p className="row row-wrap small soft">
          <span className="row">
            <Icon name="team" size={16} /> {vacancy.category_name}
          </span>
          <span className="row">
            <Icon name="pin" size={16} /> {vacancy.place}
          </span>
        </p>
      </div>
      <b className="num nowrap">{salaryText(vacancy.salary, words.negotiable)}</b>
      <span className={classes("small nowrap", vacancy.days_left <= FEW_DAYS ? "few-days" : "muted")}>
        {words.days_left({ days: vacancy.days_left })}
      </span>
      <span className="button button-secondary button-small wide-only" aria-hidden="true">
        {words.see_and_apply}
      </span>
    </li>
  );
}
