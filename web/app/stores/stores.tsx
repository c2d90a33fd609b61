import { storeTypes } from "contract/stores/store-types.ts";
import type { Store } from "contract/stores/stores.ts";
import { formatPhone } from "contract/values/phone.ts";
import { cachePage, shopOf } from "../context.ts";
import { assertPageExists } from "../guards.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { pageIn } from "../shared/page-number.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ChipLink, Chips } from "../ui/chip.tsx";
import { Select, TextInput } from "../ui/fields/inputs.tsx";
import { Icon } from "../ui/icon.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { Badge } from "../ui/text/badge.tsx";
import type { Route } from "./+types/stores";

const MAX_SEARCH_LENGTH = 60; // contract/stores/stores.ts

/** A list by words, province and kind; the choice is in the URL. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const q = (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH);
  const city_code = /^\d{2}$/.exec(search.get("tinh") ?? "")?.[0] ?? "";
  const page = pageIn(search);
  const shop = shopOf(context);
  const type = storeTypes.find((each) => each === search.get("loai"));
  const asked = { ...(q && { search: q }), ...(city_code && { city_code }), ...(type && { type }), page };
  const { data: stores, meta, provinces } = await shop.stores.list(asked);
  await assertPageExists(shop, page, meta);
  cachePage(context, { tags: ["stores"] });
  return { stores, meta, provinces, q, city_code, type: type ?? "" };
}

export const meta: Route.MetaFunction = (args) => {
  const { stores: words, common, content } = messagesAt(args.location.pathname);
  const nothing = { provinces: [], q: "", city_code: "", stores: [], meta: { current_page: 1 } };
  const { provinces, q, city_code, stores, meta } = args.loaderData ?? nothing;
  const province = provinces.find(({ code }) => code === city_code)?.name;
  const page = meta.current_page;
  const title = content.page_of({ title: province ? `${words.title}: ${province}` : words.title, page });
  const paths = pathsIn("vi");
  return pageMeta(args, {
    title,
    description: province || page > 1 ? `${title}. ${words.description}` : words.description,
    path: q === "" ? paths.stores({ tinh: city_code, page: page > 1 ? page : "" }) : null,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: words.title, path: paths.stores() },
      ]),
      ...stores.map((store) => ({
        "@type": "Store",
        name: store.name,
        address: {
          "@type": "PostalAddress",
          streetAddress: store.address,
          addressRegion: store.province,
          addressCountry: "VN",
        },
        telephone: store.phone,
        geo: { "@type": "GeoCoordinates", latitude: store.lat, longitude: store.lng },
      })),
    ],
  });
};

export default function StoresScreen({ loaderData }: Route.ComponentProps) {
  const { stores: words, content, common } = useMessages();
  const paths = usePaths();
  const { stores, meta, q, city_code, type } = loaderData;
  const toPage = (page: number) => paths.stores({ q, tinh: city_code, loai: type, page: page > 1 ? page : "" });
  return (
    <div className="wrap stack-loose">
      <ReadingStyles />
      <Breadcrumb label={content.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: words.title }]} />
      <div>
        <h1>{words.title}</h1>
        <p className="muted">{words.description}</p>
      </div>
      <Finder {...loaderData} />
      <Provinces {...loaderData} />
      <p role="status">
        <b>{words.found({ count: meta.total })}</b>
      </p>
      {stores.length === 0 ? (
        <div className="card panel stack">
          <b>{words.none}</b>
          <p>{words.none_text}</p>
          <div>
            <ButtonLink href={paths.stores()} variant="secondary">
              {words.show_all}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <ul className="news-grid store-list">
          {stores.map((store) => (
            <StoreCard key={store.id} store={store} />
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
    </div>
  );
}

type Chosen = Pick<Route.ComponentProps["loaderData"], "provinces" | "q" | "city_code" | "type">;

function Finder({ provinces, q, city_code, type }: Chosen) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  return (
    <form className="card panel store-finder" action={paths.stores()}>
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
        key={`province ${city_code}`}
        name="tinh"
        label={words.province}
        placeholder={words.all_provinces}
        options={provinces.map(({ code, name, count }) => ({ value: code, text: `${words.short(name)} (${count})` }))}
        defaultValue={city_code}
      />
      <Select
        key={`kind ${type}`}
        name="loai"
        label={words.kind}
        placeholder={words.all_kinds}
        options={storeTypes.map((each) => ({ value: each, text: words.types[each] }))}
        defaultValue={type}
      />
      <Button>{words.show}</Button>
    </form>
  );
}

/** One click to a province: where the shop has stores, and how many. */
function Provinces({ provinces, q, city_code, type }: Chosen) {
  const { stores: words } = useMessages();
  const paths = usePaths();
  if (provinces.length < 2) return null;
  const all = provinces.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav className="store-provinces" aria-label={words.chips}>
      <Chips>
        <ChipLink to={paths.stores({ q, loai: type })} current={city_code === ""} stay>
          {words.everywhere} <span className="muted num">{all}</span>
        </ChipLink>
        {provinces.map(({ code, name, count }) => (
          <ChipLink key={code} to={paths.stores({ q, tinh: code, loai: type })} current={code === city_code} stay>
            {words.short(name)} <span className="muted num">{count}</span>
          </ChipLink>
        ))}
      </Chips>
    </nav>
  );
}

function StoreCard({ store }: { store: Store }) {
  const { stores: words } = useMessages();
  const kind = words.types[store.type];
  const isNamed = store.name.toLowerCase().includes(kind.toLowerCase());
  const services = store.services.flatMap((code) => words.services[code] ?? []);
  return (
    <li className="card">
      <div className="between">
        <h2 className="h4">{store.name}</h2>
        {!isNamed && <Badge tone="brand">{kind}</Badge>}
      </div>
      <p className="small">{store.address}</p>
      <p className="muted small">{[...hoursOf(store, words), ...services].join(" · ")}</p>
      <p className="row row-wrap store-links">
        <a
          className="link row num tall"
          href={`tel:${store.phone.replaceAll(" ", "")}`}
          aria-label={words.call({ phone: formatPhone(store.phone) })}
        >
          <Icon name="phone" size={16} /> {formatPhone(store.phone)}
        </a>
        <a
          className="link row tall"
          href={`https://www.openstreetmap.org/?mlat=${store.lat}&mlon=${store.lng}#map=17/${store.lat}/${store.lng}`}
          rel="noreferrer"
        >
          <Icon name="pin" size={16} /> {words.directions}
        </a>
      </p>
    </li>
  );
}

/** Days with the same hours in one line: "Thứ Hai–Thứ Sáu: 08:00–21:30". */
function hoursOf({ hours }: Store, words: ReturnType<typeof useMessages>["stores"]): string[] {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const { day, open, close } of hours) {
    const text = `${open}–${close}`;
    const last = runs.at(-1);
    if (last?.text === text && last.to === day - 1) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  const [only] = runs;
  if (runs.length === 1 && only?.from === 1 && only.to === 7) return [`${words.every_day}: ${only.text}`];
  const name = (day: number) => words.days[day] ?? "";
  const lines = runs.map(({ from, to, text }) =>
    from === to ? `${name(from)}: ${text}` : `${words.day_range({ from: name(from), to: name(to) })}: ${text}`,
  );
  return hours.length < 7 ? [...lines, words.closed_days] : lines;
}
