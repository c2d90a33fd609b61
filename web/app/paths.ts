/**
 * Every URL of the site is built here and nowhere else. Each builder gives the whole URL in one language, for `<a href>`, `<Form action>`, redirects and canonical links alike. Components: `usePaths()`; loaders and actions:
 * `pathsIn(localeOf(context))`.
 */
import { type Locale, locales, localisedPath } from "contract/values/locale.ts";

type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>>;
type ProductRef = { category_slug: string; slug: string };
type PostRef = { category_slug: string; slug: string };

export type Paths = ReturnType<typeof build>;

function build(locale: Locale) {
  const at = (path: string, query?: Query) => localisedPath(path, locale) + queryText(query);
  return {
    /** A URL from the data (menus, banners, policies), always Vietnamese there. */
    link: (address: string) => (/^\/(?![/\\])/.test(address) ? localisedPath(address, locale) : address),
    home: () => at("/"),
    products: (query?: Query) => at("/san-pham", query),
    category: (slug: string, query?: Query) => at(`/san-pham/${part(slug)}`, query),
    product: ({ category_slug, slug }: ProductRef, query?: Query) =>
      at(`/san-pham/${part(category_slug)}/${part(slug)}`, query),
    /** A programme, and a product in its frame. */
    programme: (slug: string, query?: Query) => at(`/${part(slug)}`, query),
    programmeProduct: (programme: string, slug: string) => at(`/${part(programme)}/${part(slug)}`),
    search: (name?: string, query?: Query) => at("/tim-kiem", { name, ...query }),
    compare: (slugs: readonly string[] = []) =>
      at(slugs.length > 0 ? `/so-sanh-san-pham/${slugs.map(part).join("-vs-")}` : "/so-sanh-san-pham"),
    cart: () => at("/thanh-toan/gio-hang"),
    cardReturned: (query?: Query) => at("/-/card-returned", query),
    paymentStatus: (query?: Query) => at("/thanh-toan/trang-thai", query),
    /** Pay again, in another way, or by a link: `id` is a payment's proof or a signed link. Without it, the orders that wait. */
    repay: (id?: string) => at(id ? `/thanh-toan/thanh-toan-lai/${part(id)}` : "/thanh-toan/thanh-toan-lai"),
    /** The day an order is expected, as a file for calendars. */
    orderDate: (uid_payment: string) => at("/-/order-date", { uid_payment }),
    orderLookup: () => at("/tim-kiem-don-hang"),
    account: () => at("/tai-khoan"),
    notifications: (query?: Query) => at("/tai-khoan/quan-ly-thong-bao", query),
    profile: (query?: Query) => at("/tai-khoan/thong-tin-tai-khoan", query),
    savedCards: () => at("/tai-khoan/the-da-luu"),
    devices: () => at("/tai-khoan/thiet-bi"),
    ownPrivacy: () => at("/tai-khoan/quyen-rieng-tu"),
    viewedProducts: () => at("/tai-khoan/san-pham-da-xem"),
    favourites: (query?: Query) => at("/tai-khoan/san-pham-yeu-thich", query),
    stockNotices: (query?: Query) => at("/tai-khoan/bao-khi-co-hang", query),
    codeWallet: (query?: Query) => at("/tai-khoan/ma-giam-gia", query),
    points: () => at("/doi-diem-nhan-qua"),
    rewards: (query?: Query) => at("/doi-diem-nhan-qua", query),
    exchangeCart: () => at("/doi-diem-nhan-qua/gio-hang"),
    exchangeOrders: (query?: Query) => at("/doi-diem-nhan-qua/don-hang", query),
    exchangeOrder: (code: string) => at(`/doi-diem-nhan-qua/don-hang/${part(code)}`),
    pointsHistory: (query?: Query) => at("/doi-diem-nhan-qua/lich-su-tich-diem", query),
    /** Favourites before hydration; and three routes of the server. */
    favourite: () => at("/-/favourite"),
    notifyStream: () => `/v1/client/notifies/stream?lang=${locale}`,
    sendAvatar: () => "/v1/client/avatar",
    memberQr: () => "/qr/member.svg",
    accountOrders: (query?: Query) => at("/tai-khoan/quan-ly-don-hang", query),
    accountOrder: (code: string) => at(`/tai-khoan/quan-ly-don-hang/${part(code)}`),
    addressBook: (query?: Query) => at("/tai-khoan/so-dia-chi", query),
    /** A file of the server's. */
    orderSlip: (code: string) => `/v1/client/orders/${part(code)}/slip${queryText({ lang: locale })}`,
    ownReviews: (query?: Query) => at("/danh-gia-san-pham", query),
    /** Ratings and questions of a product, by the number of any of its colours. */
    productReviews: (id: number, query?: Query) => at(`/danh-gia-san-pham/${id}`, query),
    writeReview: (id?: number) => at(id ? `/danh-gia-san-pham/danh-gia/${id}` : "/danh-gia-san-pham/danh-gia"),
    news: (query?: Query) => at("/tin-tuc", query),
    newsCategory: (slug: string, query?: Query) => at(`/tin-tuc/${part(slug)}`, query),
    post: ({ category_slug, slug }: PostRef) => at(`/tin-tuc/${part(category_slug)}/${part(slug)}`),
    faq: () => at("/faq"),
    information: (code?: string) => at(code ? `/thong-tin/${part(code)}` : "/thong-tin"),
    privacy: () => at("/chinh-sach-bao-mat"),
    about: () => at("/gioi-thieu-ve-mutosi"),
    contact: (query?: Query) => at("/lien-he", query),
    cooperation: () => at("/hop-tac"),
    household: () => at("/chuyen-dien-gia-dung"),
    landingPages: (query?: Query) => at("/landing-page", query),
    builderPages: (query?: Query) => at("/pages", query),
    landingPage: (slug: string) => at(`/landing-page/${part(slug)}`),
    builderPage: (slug: string) => at(`/pages/${part(slug)}`),
    tag: (tag: string, query?: Query) => at(`/tag/${part(tag)}`, query),
    vacancies: (query?: Query) => at("/tuyen-dung", query),
    vacancyCategory: (slug: string, query?: Query) => at(`/tuyen-dung/${part(slug)}`, query),
    vacancy: ({ category_slug, slug }: ProductRef) => at(`/tuyen-dung/${part(category_slug)}/${part(slug)}`),
    applicationStatus: () => at("/tuyen-dung/ho-so"),
    survey: (slug: string, query: { don?: string } = {}) => at(`/khao-sat/${slug}`, query),
    /** Activation and look-up; the certificate; an agent's activation. */
    warranty: (query: Query) => at("/dang-ky-bao-hanh", query),
    warrantyCard: (id: string) => at(`/bao-hanh/${part(id)}`),
    confirmWarranty: (token?: string) => at("/confirm-warranty", { token }),
    stores: (query?: Query) => at("/diem-ban", query),
    chat: (id?: string, query?: Query) => at(id ? `/tro-chuyen/${part(id)}` : "/tro-chuyen", query),
    siteMap: () => at("/sitemap.html"),
    manifest: () => at("/manifest.webmanifest"),
    /** For machines: one of each, whatever the language. */
    sitemap: () => "/sitemap.xml",
    sitemapOf: (what: "pages" | "posts" | "products", page?: number) => `/sitemap-${what}.xml${queryText({ page })}`,
    api: (what: "openapi.json" | "docs/api") => `/${what}`,
    maintenance: () => at("/bao-tri"),
    signOut: (callbackurl?: string) => at("/dang-xuat", { callbackurl }),
    login: (callbackurl?: string) => at("/login", { callbackurl }),
    loginCode: () => at("/login/otp"),
    loginPassword: (callbackurl?: string) => at("/login/mat-khau", { callbackurl }),
    register: (callbackurl?: string) => at("/register", { callbackurl }),
    forgotPassword: (callbackurl?: string) => at("/quen-mat-khau", { callbackurl }),
    newPassword: () => at("/quen-mat-khau/otp"),
    changePassword: (callbackurl?: string) => at("/tai-khoan/doi-mat-khau", { callbackurl }),
    checkoutCode: (query?: { change?: 1 }) => at("/checkout/otp", query),
    /** Where the account's role switch is sent. */
    activeRole: () => at("/-/active-role"),
    captcha: (query?: { own: 1 }) => at("/-/captcha", query),
    /** The QR code of the app, drawn by the server. */
    appQr: () => `/qr/app/${locale}`,
    /** What the header shows of this visitor: data, not a page. */
    visitor: () => at("/-/visitor"),
    addToCart: () => at("/-/cart"),
    suggest: (name: string) => at("/-/suggest", { name }),
    facets: (query: Query) => at("/-/facets", query),
    cards: (ids: readonly number[]) => at("/-/cards", { ids }),
    places: (city_code = "") => at("/-/places", { city_code }),
    delivery: (query: { product_id: number; city_code: string; ward_code: string }) => at("/-/delivery", query),
    /** Writes the language cookie and goes to `to` (a URL of any language) in `chosen`. */
    language: (chosen: Locale, to: string) => `/-/language${queryText({ chosen, to })}`,
    /** Where the theme switch is sent. */
    theme: () => at("/-/theme"),
  };
}

const paths = Object.fromEntries(locales.map((locale) => [locale, build(locale)])) as Record<Locale, Paths>;

export function pathsIn(locale: Locale): Paths {
  return paths[locale];
}

function part(text: string): string {
  return encodeURIComponent(text);
}

/** `?a=1&b=x,y`, names in the order given, empty values left out. Brackets are encoded: HTML allows no others. */
export function queryText(query: Query | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") search.append(name, text);
  }
  const text = search.toString().replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
}
