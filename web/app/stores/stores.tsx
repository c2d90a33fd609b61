import type { Unit } from "contract/fulfilment/fulfilment.ts";
import type { Store } from "contract/stores/stores.ts";
import { fold } from "contract/values/text.ts";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { cachePage, shopOf } from "../context.ts";
import { type FormProblem, readForm, sent, submit } from "../forms/forms.ts";
import { problemOf } from "../forms/problem-of.ts";
import { assertPageExists } from "../guards.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { ProblemNote } from "../shared/problem.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { ChipLink, Chips } from "../ui/chip.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { Note } from "../ui/text/note.tsx";
import type { Route } from "./+types/stores";
import { Finder, QuickChoices } from "./parts/finder.tsx";
import { NearMe } from "./parts/near-me.tsx";
import { storeData } from "./parts/store-data.ts";
import { queryOf, storeQueryOf } from "./parts/store-query.ts";
import { StoreRow } from "./parts/store-row.tsx";

/** Stores by words, place, kind and service; the choice is in the address. What is open now is rendered for each visitor. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const wanted = storeQueryOf(new URL(request.url).searchParams);
  const shop = shopOf(context);
  const units = await shop.fulfilment.provinces({});
  const city_code = units.some(({ code }) => code === wanted.city_code) ? wanted.city_code : "";
  const inProvince = city_code ? await shop.fulfilment.wards({ city_code }) : [];
  const ward_code = inProvince.some(({ code }) => code === wanted.ward_code) ? wanted.ward_code : "";
  const asked = { ...wanted, city_code, ward_code };
  const { q, type, service, open, page } = asked;
  const { data, meta, provinces, services, all, ward, nearest, until } = await shop.stores.list({
    ...{ q, open, page },
    ...(city_code && { city_code }),
    ...(ward_code && { ward_code }),
    ...(type && { type }),
    ...(service && { service }),
  });
  await assertPageExists(shop, page, meta);
  if (!open) cachePage(context, { tags: ["stores", "settings"], until });
  return {
    ...{ asked, meta, provinces, services, all, ward, nearest },
    stores: data,
    places: units.map(({ code, name }) => ({ code, name })),
    wards: inProvince.map(choiceOf),
  };
}

/** A ward by its name, with the names of before July 2025 that people still type. */
function choiceOf({ code, name, full_name, also }: Unit) {
  const own = [fold(name), fold(full_name)];
  const hint = also.filter((each) => !own.includes(fold(each))).join(", ");
  return { value: code, text: full_name, name, ...(hint && { hint }) };
}

/** Where the visitor is: in the body of a POST alone, so that no address and no log has it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return submit(form, shopOf(context).stores.nearest, sent(form, "lat", "lng", "type", "service"), (near) => ({
    near,
  }));
}

export const meta: Route.MetaFunction = (args) => {
  const { stores: words, common, content } = messagesAt(args.location.pathname);
  const { loaderData } = args;
  const { q = "", city_code = "", ward_code, type, service, open, page = 1 } = loaderData?.asked ?? {};
  const province = loaderData?.provinces.find(({ code }) => code === city_code)?.name;
  const title = content.page_of({ title: province ? `${words.title}: ${province}` : words.title, page });
  const paths = pathsIn("vi");
  const isNarrowed = q || ward_code || type || service || open;
  return pageMeta(args, {
    title,
    description: province || page > 1 ? `${title}. ${words.description}` : words.description,
    path: isNarrowed ? null : paths.stores({ city_code, page: page > 1 ? page : "" }),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: words.title, path: paths.stores() },
      ]),
      ...(loaderData?.stores ?? []).map(storeData),
    ],
  });
};

export default function StoresScreen({ loaderData }: Route.ComponentProps) {
  const { stores: words, content, common } = useMessages();
  const paths = usePaths();
  const { meta, asked, all, services } = loaderData;
  const fetcher = useFetcher<typeof action>();
  const near = useNear(fetcher.data, asked);
  const problem = problemOf(fetcher.data, "nearest");
  const toPage = (page: number) => paths.stores(queryOf({ ...asked, page }));
  const stores = near.stores ?? loaderData.stores;
  const first = near.stores ? 0 : (meta.current_page - 1) * meta.per_page;
  return (
    <div className="wrap stack-loose">
      <ReadingStyles />
      <Breadcrumb label={content.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: words.title }]} />
      <div>
        <h1>{words.heading(all)}</h1>
        <p className="muted">{words.description}</p>
      </div>
      <Finder {...loaderData} />
      <div className="between row-wrap">
        <QuickChoices asked={asked} services={services} />
        <NearMe
          isLoading={fetcher.state !== "idle"}
          isFound={near.stores !== null}
          onLeave={near.leave}
          onFound={(position) => {
            const { type, service } = asked;
            fetcher.submit(
              { intent: "nearest", ...position, type, service },
              { method: "post", action: paths.stores() },
            );
          }}
        />
      </div>
      <ProblemNote problem={problem} />
      <p role="status">
        <b>{near.stores ? words.near_you({ count: near.stores.length }) : words.found({ count: meta.total })}</b>
        {(near.stores || loaderData.ward) && <span className="muted small"> · {words.straight_line}</span>}
      </p>
      {!near.stores && <WardNote {...loaderData} />}
      {stores.length === 0 ? (
        <Nothing nearest={loaderData.nearest} />
      ) : (
        <ol className="card store-list">
          {stores.map((store, at) => (
            <StoreRow key={store.id} store={store} number={first + at + 1} />
          ))}
        </ol>
      )}
      {!near.stores && (
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
      )}
      <Provinces {...loaderData} />
    </div>
  );
}

/** The stores near the visitor, until they go back to the list or ask for another one. */
function useNear(answer: FormProblem | { near: readonly Store[] } | undefined, asked: object) {
  const [stores, setStores] = useState<readonly Store[] | null>(null);
  const list = JSON.stringify(asked);
  useEffect(() => {
    if (answer && "near" in answer) setStores(answer.near);
  }, [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list was asked for
  useEffect(() => setStores(null), [list]);
  return { stores, leave: () => setStores(null) };
}

type Data = Route.ComponentProps["loaderData"];

/** A ward without a store: the nearest one stands first in the list. */
function WardNote({ ward, stores }: Pick<Data, "ward" | "stores">) {
  const { stores: words } = useMessages();
  const [first] = stores;
  if (!ward || ward.count > 0 || !first) return null;
  return (
    <Note>{words.none_in_ward({ ward: ward.name, name: first.name, km: (first.distance_km ?? 0).toFixed(1) })}</Note>
  );
}

function Nothing({ nearest }: Pick<Data, "nearest">) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  return (
    <>
      <div className="card panel stack">
        <b>{words.none}</b>
        <p>
          {nearest
            ? words.none_nearest({ name: nearest.name, km: (nearest.distance_km ?? 0).toFixed(1) })
            : words.none_text}
        </p>
        <div>
          <ButtonLink href={paths.stores()} variant="secondary">
            {words.show_all}
          </ButtonLink>
        </div>
      </div>
      {nearest && (
        <ol className="card store-list">
          <StoreRow store={nearest} number={1} />
        </ol>
      )}
    </>
  );
}

/** One click to a province: where the shop has stores, and how many. */
function Provinces({ provinces, asked }: Pick<Data, "provinces" | "asked">) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  if (provinces.length < 2) return null;
  const total = provinces.reduce((sum, { count }) => sum + count, 0);
  const to = (city_code: string) => paths.stores(queryOf({ ...asked, city_code, ward_code: "", page: 1 }));
  return (
    <nav className="store-provinces" aria-label={words.chips}>
      <Chips>
        <ChipLink to={to("")} current={asked.city_code === ""} stay>
          {words.everywhere} <span className="muted num">{total}</span>
        </ChipLink>
        {provinces.map(({ code, name, count }) => (
          <ChipLink key={code} to={to(code)} current={code === asked.city_code} stay>
            {words.short(name)} <span className="muted num">{count}</span>
          </ChipLink>
        ))}
      </Chips>
    </nav>
  );
}
