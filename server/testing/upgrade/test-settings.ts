/** A value for every setting that is neither the initial one nor the demo shop's, as staff would have typed it. */
import type { SettingKey } from "../../platform/settings.ts";

const words = (vi: string) => ({ vi, en: `${vi} (en)`, ja: `${vi} (ja)` });
const place = {
  city_code: "01",
  district_code: "",
  ward_code: "00229",
  street: "1 phố Thử",
  text: "1 phố Thử, Hà Nội",
};

export const changedSettings: Readonly<Record<SettingKey, unknown>> = {
  shop: {
    name: "Nhà Mình",
    legal_name: words("Công ty Nhà Mình"),
    tagline: words("Đồ tốt"),
    company_code: "0100000000",
    company_code_issued_on: "2020-02-29",
    company_code_issued_by: words("Sở"),
    responsible_person: "Bà Chủ",
    address: words("1 phố Thử"),
    phone: "024 0000 0000",
    email: "shop@nhaminh.example",
  },
  service_prices: { rows: [{ name: words("Thay lõi"), price: 99_000, parts_extra: true }], note: words("Gồm VAT") },
  hotline: { display: "1800 0000", tel: "18000000", hours: words("8–17") },
  public_holidays: ["2030-01-01"],
  chat: { hours: [{ day: 1, open: "09:00", close: "17:00" }], holidays: ["2030-01-02"], queue_max: 7 },
  stores: { directions_url: "https://map.example/?to={lat},{lng}" },
  complaints: { phone: "1800 0001", email: "complaints@nhaminh.example" },
  maintenance: { on: false, until: "2030-01-01T00:00:00+07:00", message: words("Nâng cấp") },
  limits: { cod_max: 19_000_000, payment_deadline_minutes: 16, transfer_deadline_hours: 48, complete_after_days: 8 },
  payment_methods: [
    { code: "bank_transfer", on: true, paused_until: "", minimum: 10_000, maximum: null, cost_bp: 5, cost: 500 },
  ],
  codes: {
    per_hour: 901,
    per_prefix_and_hour: 301,
    daily_budget: 1_900_000,
    sms_cost: 801,
    zns_cost: 301,
    voice_cost: 1_001,
  },
  checkout_otp: { on: true },
  approval_limits: {
    ...{ refund_single: 1_900_000, refunds_a_day: 4, splitting_hours: 25 },
    ...{ request_hours: 71, alone_delay_minutes: 31, alone_hours: 73 },
  },
  staff_limits: { session_idle_minutes: 29, session_hours: 11, step_up_minutes: 4, invitation_hours: 71 },
  unproven_orders: { units_per_session: 21, units_per_address: 101, flash_buyers_per_address: 6 },
  bank_account: {
    bank_code: "VCB",
    bin: "970436",
    bank_name: "Vietcombank",
    account_number: "9876543210",
    account_holder: "NHA MINH",
  },
  warehouses: [
    {
      code: "HN",
      name: words("Kho"),
      region: "north",
      address: place,
      legacy_address: { ...place, district_code: "006" },
      phone: "024 0000 0001",
    },
  ],
  social: { facebook: "https://facebook.example/nhaminh" },
  app_download: {
    title: words("Ứng dụng"),
    text: words("Mua trên điện thoại"),
    button: words("Cài"),
    qr_alt: words("Mã QR"),
    steps: [words("Quét")],
    links: { web: "https://nhaminh.example/app", app_store: "", google_play: "" },
  },
  moit_notice: { badge: "notified", url: "https://moit.example/1", label: words("Đã thông báo") },
  legal_lines: [words("Một dòng")],
  popular_searches: { vi: ["nồi"], en: ["pot"], ja: ["鍋"] },
  vat_rates: { reduced: [{ from: "2009-01-01", rate_bp: 900 }], standard: [{ from: "2009-01-01", rate_bp: 1000 }] },
  import_pictures: { fetch: true, hosts: ["pictures.example"], most_per_product: 9, most_megabytes: 11 },
  payment_logos: ["bank-transfer"],
  rank_warranty_months: { member: 0, silver: 1, gold: 4, diamond: 8 },
  membership_ranks: {
    member: { min_spend: 0, earn_rate_bp: 50 },
    silver: { min_spend: 5_000_000, earn_rate_bp: 100 },
    gold: { min_spend: 6_000_000, earn_rate_bp: 150 },
    diamond: { min_spend: 7_000_000, earn_rate_bp: 200 },
  },
};
