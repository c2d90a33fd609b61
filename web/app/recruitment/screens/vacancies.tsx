import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { assertPageExists } from "../../guards.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ChipLink, Chips } from "../../ui/chip.tsx";
import { Select, TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import { VacancyRow } from "../parts/vacancy-row.tsx";
import { payOf, payRanges } from "../pay-range.ts";
import type { Route } from "./+types/vacancies";

const MAX_SEARCH_LENGTH = 60; // contract/recruitment/recruitment.ts

/** Open vacancies by words, place, pay and category; the choice is in the address. An id in place of a category is a vacancy's. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const q = (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
  const city_code = /^\d{2}$/.exec(search.get("tinh") ?? "")?.[0] ?? "";
  const range = payRanges.find(({ value }) => value === search.get("luong"))?.value ?? "";
  const page = pageIn(search);
  const shop = shopOf(context);
  const category = "category" in params ? (params.category ?? "") : "";
  if (/^\d+$/.test(category)) {
    const vacancy = await shop.recruitment.vacancy({ id: category });
    throw redirect(pathsIn(localeOf(context)).vacancy(vacancy), 301);
  }
  const asked = {
    ...(q && { q }),
    ...(city_code && { city_code }),
    ...(category && { category }),
    ...payOf(range),
    page,
  };
  const { data: vacancies, meta, until, ...counted } = await shop.recruitment.vacancies(asked);
  await assertPageExists(shop, page, meta);
  cachePage(context, { tags: ["vacancies"], until });
  return { vacancies, meta, ...counted, q, city_code, range, category };
}

export const meta: Route.MetaFunction = (args) => {
  const { recruitment: words, common, content } = messagesAt(args.location.pathname);
  const nothing = { categories: [], category: "", q: "", city_code: "", range: "", meta: { current_page: 1 } };
  const { categories, category, q, city_code, range, meta } = args.loaderData ?? nothing;
  const name = categories.find(({ slug }) => slug === category)?.name;
  const page = meta.current_page;
  const title = content.page_of({ title: name ? `${words.title}: ${name}` : words.title, page });
  const paths = pathsIn("vi");
  const query = page > 1 ? { page } : undefined;
  const path = category ? paths.vacancyCategory(category, query) : paths.vacancies(query);
  return pageMeta(args, {
    title,
    description: name || page > 1 ? `${title}. ${words.description}` : words.description,
    path: q || city_code || range ? null : path,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: words.title, path: paths.vacancies() },
        ...(name ? [{ name, path: paths.vacancyCategory(category) }] : []),
      ]),
    ],
  });
};

export default function VacanciesScreen({ loaderData }: Route.ComponentProps) {
  const { recruitment: words, common } = useMessages();
  const paths = usePaths();
  const { vacancies, meta, open, categories, category, q, city_code, range } = loaderData;
  const name = categories.find(({ slug }) => slug === category)?.name;
  const chosen = { q, tinh: city_code, luong: range };
  const here = (query: object) =>
    category ? paths.vacancyCategory(category, { ...chosen, ...query }) : paths.vacancies({ ...chosen, ...query });
  const toPage = (page: number) => here({ page: page > 1 ? page : "" });
  const isNarrowed = q !== "" || city_code !== "" || range !== "";
  return (
    <div className="wrap stack-loose">
      <ReadingStyles />
      <Breadcrumb
        label={words.breadcrumb}
        trail={[
          { text: common.home, to: paths.home() },
          { text: words.title, ...(name && { to: paths.vacancies() }) },
          ...(name ? [{ text: name }] : []),
        ]}
      />
      <div>
        <h1>{name ?? words.heading}</h1>
        <p className="soft">{words.summary(open)}</p>
      </div>
      <Finder {...loaderData} />
      <nav aria-label={words.categories}>
        <Chips>
          <ChipLink to={paths.vacancies(chosen)} current={category === ""} stay>
            {words.all} <span className="muted num">{open.vacancies}</span>
          </ChipLink>
          {categories.map(({ slug, name, count }) => (
            <ChipLink key={slug} to={paths.vacancyCategory(slug, chosen)} current={slug === category} stay>
              {name} <span className="muted num">{count}</span>
            </ChipLink>
          ))}
        </Chips>
      </nav>
      <p role="status" className="small muted">
        {words.found({ count: meta.total })}
      </p>
      {vacancies.length === 0 ? (
        <div className="card panel stack">
          <h2 className="h4">{words.nothing}</h2>
          <p>{isNarrowed ? words.nothing_text : words.nothing_open}</p>
          <div>
            <ButtonLink href={paths.vacancies()} variant="secondary">
              {words.remove_filters}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <ul className="stack">
          {vacancies.map((vacancy) => (
            <VacancyRow key={vacancy.id} vacancy={vacancy} />
          ))}
        </ul>
      )}
      <Pagination
        label={words.pages}
        page={meta.current_page}
        lastPage={meta.last_page}
        toPage={toPage}
        previous={words.previous}
        next={words.next}
        pageLabel={(page) => words.page({ page })}
        more={{
          text: words.more({ count: Math.min(meta.per_page, meta.total - meta.current_page * meta.per_page) }),
          to: toPage(meta.current_page + 1),
        }}
      />
      <Band />
      <div className="card panel vacancy-look-up">
        <div>
          <b>{words.sent_already}</b>
          <p className="small soft">{words.sent_already_text}</p>
        </div>
        <ButtonLink href={paths.applicationStatus()} variant="secondary">
          {words.look_up}
        </ButtonLink>
      </div>
    </div>
  );
}

type Chosen = Pick<Route.ComponentProps["loaderData"], "provinces" | "q" | "city_code" | "range" | "category">;

function Finder({ provinces, q, city_code, range, category }: Chosen) {
  const { recruitment: words } = useMessages();
  const paths = usePaths();
  return (
    <form className="vacancy-finder" action={category ? paths.vacancyCategory(category) : paths.vacancies()}>
      <TextInput
        key={q}
        type="search"
        name="q"
        icon="search"
        label={words.find}
        placeholder={words.find_example}
        defaultValue={q}
        maxLength={MAX_SEARCH_LENGTH}
        enterKeyHint="search"
      />
      <Select
        key={`place ${city_code}`}
        name="tinh"
        label={words.where}
        placeholder={words.everywhere}
        options={provinces.map(({ code, name, count }) => ({ value: code, text: `${name} (${count})` }))}
        defaultValue={city_code}
      />
      <Select
        key={`pay ${range}`}
        name="luong"
        label={words.pay}
        placeholder={words.any_pay}
        options={payRanges.map(({ value, min, max }) => ({
          value,
          text:
            min === undefined
              ? words.pay_below({ max: max ?? 0 })
              : max === undefined
                ? words.pay_above({ min })
                : words.pay_between({ min, max }),
        }))}
        defaultValue={range}
      />
      <Button variant="secondary">{words.show}</Button>
    </form>
  );
}

const icons = ["coin", "shield", "percent", "calendar"] as const;

function Band() {
  const { recruitment: words } = useMessages();
  return (
    <ul className="service-strip" aria-label={words.benefits_band}>
      {words.band.map(({ title, text }, at) => (
        <li key={title}>
          <Icon name={icons[at] ?? "coin"} size={20} />
          <span>
            <b>{title}</b>
            <small>{text}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
