/** Every address of the office is built here, without the base: the router adds it to links, forms and redirects. */
export const BASE = "/quan-tri";

export const paths = {
  home: () => "/",
  signIn: (to?: string) => withTo("/dang-nhap", to),
  secondFactor: (to?: string) => withTo("/dang-nhap/buoc-hai", to),
  signOut: () => "/dang-xuat",
  forgotPassword: () => "/quen-mat-khau",
  newPassword: (token: string) => `/dat-mat-khau/${part(token)}`,
  invitation: (token: string) => `/loi-moi/${part(token)}`,
  confirmFactorReset: (token: string) => `/dat-lai-buoc-hai/${part(token)}`,
  stepUp: (to?: string) => withTo("/xac-nhan", to),
  own: () => "/tai-khoan",
  orders: () => "/don-hang",
  order: (code: string) => `/don-hang/${part(code)}`,
  chats: (asked: Readonly<Record<string, string | undefined>> = {}) => `/tro-chuyen${query(asked)}`,
  chat: (id: string, asked: Readonly<Record<string, string | undefined>> = {}) =>
    `/tro-chuyen/${part(id)}${query(asked)}`,
  chatReplies: () => "/cau-mau",
  /** A route of the server, whole: not the router's. */
  chatEvents: () => `${BASE}/-/chat-events`,
  comments: () => "/binh-luan",
  comment: (id: string) => `/binh-luan/${part(id)}`,
  customers: () => "/khach-hang",
  customer: (code: string) => `/khach-hang/${part(code)}`,
  messages: () => "/hop-thu",
  message: (code: string) => `/hop-thu/${part(code)}`,
  approvals: (box?: "own" | "closed", before?: number) =>
    `/duyet${query({ box, before: before === undefined ? undefined : String(before) })}`,
  approval: (id: string) => `/duyet/${part(id)}`,
  orderSerials: (code: string) => `/don-hang/${part(code)}/serial`,
  points: () => "/diem",
  customerPoints: (code: string, page = 1) => `/diem/khach/${part(code)}${page > 1 ? `?page=${page}` : ""}`,
  pointsLiability: () => "/diem/phai-tra",
  gifts: () => "/diem/qua",
  tickets: () => "/sua-chua",
  ticket: (code: string) => `/sua-chua/${part(code)}`,
  visitPlan: (query?: { day: string }) => `/sua-chua/lich-tho${query ? `?day=${query.day}` : ""}`,
  technicians: () => "/sua-chua/tho",
  ticketPicture: (code: string, key: string) =>
    `${BASE}/-/anh-phieu/${part(code)}/${part(key.replace("service/", ""))}`,
  warranties: () => "/bao-hanh",
  warranty: (code: string) => `/bao-hanh/${part(code)}`,
  importSerials: () => "/bao-hanh/nhap-serial",
  warrantyInvoice: (code: string) => `${BASE}/-/hoa-don/${part(code)}`,
  refunds: () => "/hoan-tien",
  refund: (id: string | number) => `/hoan-tien/${part(String(id))}`,
  credits: () => "/chuyen-khoan",
  credit: (id: string | number) => `/chuyen-khoan/${part(String(id))}`,
  flagged: () => "/tien-can-xem",
  applications: () => "/ho-so-ung-tuyen",
  application: (code: string) => `/ho-so-ung-tuyen/${part(code)}`,
  applicationCv: (code: string) => `/-/cv/${part(code)}`,
  promotions: () => "/khuyen-mai",
  newPromotion: () => "/khuyen-mai/moi",
  tryCart: (asked: Readonly<Record<string, string | undefined>> = {}) => `/khuyen-mai/thu-gio${query(asked)}`,
  promotion: (code: string) => `/khuyen-mai/${part(code)}`,
  codeBatch: (code: string, id: number) => `/-/lo-ma/${part(code)}/${id}`,
  polls: () => "/khao-sat",
  poll: (id: string | number) => `/khao-sat/${part(String(id))}`,
  pollFile: (id: number) => `/-/khao-sat/${id}`,
  rentGrounds: () => "/mat-bang",
  rentGround: (code: string) => `/mat-bang/${part(code)}`,
  rentGroundPicture: (code: string, number: number) => `/-/mat-bang/${part(code)}/${number}`,
  audit: (filter: Readonly<Record<string, string | undefined>> = {}) => `/nhat-ky${query(filter)}`,
  history: (kind: string, key: string, before?: number) =>
    `/lich-su/${part(kind)}/${part(key)}${query({ before: before === undefined ? undefined : String(before) })}`,
  staff: () => "/nhan-vien",
  invite: () => "/nhan-vien/moi",
  account: (id: string | number) => `/nhan-vien/${part(String(id))}`,
  roles: () => "/vai-tro",
  keys: () => "/khoa-api",
  settings: (section?: string) => (section ? `/cai-dat/${part(section)}` : "/cai-dat"),
  jobs: () => "/viec-nen",
  maintenance: () => "/bao-tri",
  bulks: () => "/nhieu-dong",
  bulk: (id: number) => `/nhieu-dong/${id}`,
  newBulk: (desk: string) => `/nhieu-dong/${part(desk)}/moi`,
  files: () => "/tep",
  madeFile: (id: number) => `/-/tep-da-lam/${id}`,
  listFile: (desk: string) => `/-/tep/${part(desk)}`,
  theme: () => "/-/giao-dien",
  passkey: () => "/-/khoa",
  stay: () => "/-/o-lai",
} as const;

function query(given: Readonly<Record<string, string | undefined>>): string {
  const rows = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return rows.length === 0 ? "" : `?${new URLSearchParams(rows)}`;
}

function part(text: string): string {
  return encodeURIComponent(text);
}

function withTo(path: string, to?: string): string {
  return to && to !== "/" ? `${path}?to=${part(to)}` : path;
}

/** Path and query of a request as the router's own addresses are written. */
export function withoutBase(address: string): string {
  const rest = address.startsWith(BASE) ? address.slice(BASE.length) : address;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The page of a request, whether it or only its data was asked for. */
export function pageOf(address: string): string {
  const [path = "/", search = ""] = withoutBase(address).split("?");
  const query = new URLSearchParams(search);
  query.delete("_routes");
  query.delete("index");
  const page = path.replace(/\/_\.data$|\.data$/, "") || "/";
  return ownPath(query.size > 0 ? `${page}?${query}` : page);
}

/** Where a page was asked to go afterwards; nowhere but into the office. */
export function ownPath(to: unknown): string {
  return typeof to === "string" && /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : paths.home();
}
