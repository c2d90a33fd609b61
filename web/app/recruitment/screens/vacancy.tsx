import type { Vacancy } from "contract/recruitment/recruitment.ts";
import type { EmploymentType } from "contract/recruitment/states.ts";
import { businessDay, formatDate } from "contract/values/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta, shopLd } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Prose } from "../../ui/text/prose.tsx";
import { ownFormOf } from "../own-form.ts";
import { ApplicationForm } from "../parts/application-form.tsx";
import { salaryText, VacancyRow } from "../parts/vacancy-row.tsx";
import { htmlOf } from "../posting-html.ts";
import type { Route } from "./+types/vacancy";

/** An id, or another category, leads to the right address. A closed one stays for a year, without its form. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const { until, ...vacancy } = await shop.recruitment.vacancy({ id: params.slug });
  const { slug, category_slug, id, state } = vacancy;
  if (params.slug !== slug || params.category !== category_slug)
    throw redirect(pathsIn(localeOf(context)).vacancy(vacancy), 301);
  cachePage(context, { tags: ["vacancies"], until });
  const [provinces, own] =
    state === "open" ? await Promise.all([shop.fulfilment.provinces({}), ownFormOf(context, id)]) : [[], null];
  return { vacancy, provinces: provinces.map(({ code, name }) => ({ code, name })), own };
}

const schemaTypes: Readonly<Record<EmploymentType, string>> = {
  full_time: "FULL_TIME",
  part_time: "PART_TIME",
  temporary: "TEMPORARY",
  internship: "INTERN",
};

export const meta: Route.MetaFunction = (args) => {
  const { recruitment: words, common } = messagesAt(args.location.pathname);
  const vacancy = args.loaderData?.vacancy;
  if (!vacancy) return [];
  const paths = pathsIn("vi");
  const isOpen = vacancy.state === "open";
  return pageMeta(args, {
    title: vacancy.title,
    description: vacancy.description,
    path: isOpen ? paths.vacancy(vacancy) : null,
    json_ld: isOpen && [
      posting(vacancy, words, shopLd(args)),
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: words.title, path: paths.vacancies() },
        { name: vacancy.category_name, path: paths.vacancyCategory(vacancy.category_slug) },
        { name: vacancy.title, path: paths.vacancy(vacancy) },
      ]),
    ],
  });
};

type Shown = Omit<Vacancy, "until">;
type Words = ReturnType<typeof useMessages>["recruitment"];

function posting(vacancy: Shown, words: Words, shop: ReturnType<typeof shopLd>): Record<string, unknown> {
  const { salary } = vacancy;
  const parts: [string, string][] = [
    [words.duties, vacancy.description],
    [words.requirements, vacancy.requirements],
    [words.benefits, vacancy.benefits],
  ];
  return {
    "@type": "JobPosting",
    title: vacancy.title,
    description: parts.map(([heading, text]) => htmlOf(`### ${heading}\n\n${text}`)).join(""),
    identifier: { "@type": "PropertyValue", name: shop.name, value: String(vacancy.id) },
    datePosted: businessDay(vacancy.published_at),
    validThrough: `${vacancy.deadline}T23:59:59+07:00`,
    employmentType: schemaTypes[vacancy.employment_type],
    hiringOrganization: shop,
    jobLocation: {
      "@type": "Place",
      address: { "@type": "PostalAddress", addressRegion: vacancy.place, addressCountry: "VN" },
    },
    ...(salary && {
      baseSalary: {
        "@type": "MonetaryAmount",
        currency: "VND",
        value: { "@type": "QuantitativeValue", minValue: salary.min, maxValue: salary.max, unitText: "MONTH" },
      },
    }),
    directApply: true,
  };
}

export default function VacancyScreen({ loaderData: { vacancy, provinces, own } }: Route.ComponentProps) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const isOpen = vacancy.state === "open";
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: words.title, to: paths.vacancies() },
          { text: vacancy.category_name, to: paths.vacancyCategory(vacancy.category_slug) },
          { text: vacancy.title },
        ]}
      />
      <div className="with-summary vacancy-layout">
        <div className="stack-loose stack-top">
          {vacancy.lang !== locale && <Note>{words.only_vietnamese}</Note>}
          <Facts vacancy={vacancy} />
          <Texts vacancy={vacancy} />
        </div>
        {isOpen ? (
          <ApplicationForm vacancy={vacancy} provinces={provinces} own={own} />
        ) : (
          <div className="card panel stack" id="nop-ho-so">
            <Icon name="clock" size={24} />
            <h2 className="h4">{words.closed}</h2>
            <p className="small">
              {words.closed_text({ day: formatDate(vacancy.deadline, locale), count: vacancy.others_count })}
            </p>
            <p>
              <ButtonLink href={paths.vacancies()} variant="secondary">
                {words.to_vacancies}
              </ButtonLink>
            </p>
          </div>
        )}
      </div>
      {vacancy.others.length > 0 && (
        <section className="section" aria-labelledby="others">
          <h2 id="others" className="section-head">
            {words.others}
          </h2>
          <ul className="stack">
            {vacancy.others.map((other) => (
              <VacancyRow key={other.id} vacancy={other} level={3} />
            ))}
          </ul>
        </section>
      )}
      {isOpen && !own?.sent && (
        <div className="buy-bar apply-bar">
          <ButtonLink href="#nop-ho-so" variant="primary" full>
            {words.apply_short}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function Facts({ vacancy }: { vacancy: Shown }) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const left = words.days_left_after({ days: Math.max(0, vacancy.days_left) });
  const day = formatDate(vacancy.deadline, locale);
  return (
    <section className="card panel">
      <h1 className="h2" {...foreign(vacancy.lang, locale)}>
        {vacancy.title}
      </h1>
      <ul className="row row-wrap small soft vacancy-facts">
        <li className="row">
          <Icon name="team" size={16} /> {vacancy.category_name} · {words.kinds[vacancy.employment_type]}
        </li>
        <li className="row">
          <Icon name="pin" size={16} /> {vacancy.place}
        </li>
        <li className="row">
          <Icon name="user" size={16} /> {words.headcount({ count: vacancy.headcount })}
        </li>
        {vacancy.state === "open" && (
          <li className="row">
            <Icon name="clock" size={16} /> {words.until({ day, left })}
          </li>
        )}
      </ul>
      <dl className="vacancy-pay">
        <dt className="tiny muted">{words.salary}</dt>
        <dd className="num">
          <b>{salaryText(vacancy.salary, words.negotiable)}</b>
        </dd>
      </dl>
    </section>
  );
}

function Texts({ vacancy }: { vacancy: Shown }) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const lang = foreign(vacancy.lang, locale);
  const parts = [
    { id: "duties", heading: words.duties, text: vacancy.description },
    { id: "requirements", heading: words.requirements, text: vacancy.requirements },
    { id: "benefits", heading: words.benefits, text: vacancy.benefits },
  ];
  return (
    <div className="card panel stack-loose">
      {parts.map(({ id, heading, text }) => (
        <section key={id} className="stack" aria-labelledby={id}>
          <h2 id={id} className="h3">
            {heading}
          </h2>
          <Prose text={text} headingLevel={3} idPrefix={id} {...lang} />
        </section>
      ))}
    </div>
  );
}
