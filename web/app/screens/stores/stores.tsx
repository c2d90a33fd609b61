import { formatPhone } from "contract/phone.ts";
import { storeTypes } from "contract/store-types.ts";
import type { Store } from "contract/stores.ts";
import { cachePage, shopOf } from "../../context.ts";
import { mustHavePage } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pageIn } from "../../page-number.ts";
import { pathsIn } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Select } from "../../ui/inputs.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import type { Route } from "./+types/stores";

/** A list by province and kind; the choice is in the address. Finding the nearest one has an issue of its own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const city_code = /^\d{2}$/.exec(search.get("tinh") ?? "")?.[0] ?? "";
  const page = pageIn(search);
  const shop = shopOf(context);
  const type = storeTypes.find((each) => each === search.get("loai"));
  const asked = { ...(city_code && { city_code }), ...(type && { type }), page };
  const { data: stores, meta, provinces } = await shop.stores.list(asked);
  await mustHavePage(shop, page, meta);
  cachePage(context, { tags: ["stores"] });
  return { stores, meta, provinces, city_code, type: type ?? "" };
}

export const meta: Route.MetaFunction = (args) => {
  const { stores: words, common, content } = messagesAt(args.location.pathname);
  const nothing = { provinces: [], city_code: "", stores: [], meta: { current_page: 1 } };
  const { provinces, city_code, stores, meta } = args.loaderData ?? nothing;
  const province = provinces.find(({ code }) => code === city_code)?.name;
  const page = meta.current_page;
  const title = content.page_of({ title: province ? `${words.title}: ${province}` : words.title, page });
  const paths = pathsIn("vi");
  return pageMeta(args, {
    title,
    description: province || page > 1 ? `${title}. ${words.description}` : words.description,
    path: paths.stores({ tinh: city_code, page: page > 1 ? page : "" }),
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
  const { stores, meta, provinces, city_code, type } = loaderData;
  const all = provinces.reduce((count, province) => count + province.count, 0);
  const toPage = (page: number) => paths.stores({ tinh: city_code, loai: type, page: page > 1 ? page : "" });
  return (
    <div className="wrap stack-loose">
      <Breadcrumb label={content.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: words.title }]} />
      <div>
        <h1>{words.title}</h1>
        <p className="muted">{words.description}</p>
      </div>
      <form className="card panel fields" action={paths.stores()}>
        <Select
          name="tinh"
          label={words.province}
          placeholder={words.all_provinces({ count: all })}
          options={provinces.map(({ code, name, count }) => ({ value: code, text: `${name} (${count})` }))}
          defaultValue={city_code}
        />
        <Select
          name="loai"
          label={words.kind}
          placeholder={words.all_kinds}
          options={storeTypes.map((each) => ({ value: each, text: words.types[each] }))}
          defaultValue={type}
        />
        <div>
          <Button>{words.show}</Button>
        </div>
      </form>
      <p role="status">
        <b>{words.found({ count: meta.total })}</b>
      </p>
      {stores.length === 0 && (
        <div className="card panel stack">
          <b>{words.none}</b>
          <p>{words.none_text}</p>
          <div>
            <ButtonLink href={paths.stores()} variant="secondary">
              {words.show_all}
            </ButtonLink>
          </div>
        </div>
      )}
      <ul className="news-grid">
        {stores.map((store) => (
          <StoreCard key={store.id} store={store} />
        ))}
      </ul>
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

function StoreCard({ store }: { store: Store }) {
  const { stores: words } = useMessages();
  const services = store.services.flatMap((code) => words.services[code] ?? []);
  return (
    <li className="card panel stack content-start">
      <div>
        <Badge tone="brand">{words.types[store.type]}</Badge>
        <h2 className="h4">{store.name}</h2>
      </div>
      <p>{store.address}</p>
      <ul className="muted text-sm">
        {hoursOf(store, words).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {services.length > 0 && <p className="muted text-sm">{services.join(" · ")}</p>}
      <p className="row row-wrap gap-4">
        <a
          className="link row num py-2"
          href={`tel:${store.phone.replaceAll(" ", "")}`}
          aria-label={words.call({ phone: formatPhone(store.phone) })}
        >
          <Icon name="phone" size={16} /> {formatPhone(store.phone)}
        </a>
        <a
          className="link row py-2"
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
