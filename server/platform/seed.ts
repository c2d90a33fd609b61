/** The demo shop's facts as settings: company, hotline, bank account, warehouses. Replace them before going live. */
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import type { SettingKey, SettingList } from "./settings.ts";

type Words = { vi: string; en: string; ja: string };
type Place = { city_code: string; district_code: string; ward_code: string; street: string; text: string };
type ShopFile = {
  name: string;
  legal_name: Words;
  tagline: Words;
  company_code: string;
  company_code_issued_on: string;
  company_code_issued_by: Words;
  responsible_person: { name: string };
  registered_address: { text: Words };
  hotline: { display: string; tel: string; hours_text: Words };
  email: string;
  complaint_channel: { phone: { display: string }; email: string };
  moit_notice: { badge: string; url: string; label: Words };
  bank_account: Record<"bank_code" | "bin" | "bank_name" | "account_number" | "account_holder", string>;
  limits: Record<"cod_max" | "payment_deadline_minutes" | "transfer_deadline_hours" | "complete_after_days", number>;
  social: Record<string, string>;
  app_download: {
    title: Words;
    text: Words;
    button: Words;
    qr_alt: Words;
    steps: Words[];
    links: Record<string, string>;
  };
  warehouses: { code: string; name: Words; region: string; address: Place; legacy_address: Place; phone: string }[];
  public_holidays: { dates: string[] };
  legal_lines: { needs: string[]; text: Words }[];
};

type ChatFile = {
  hours: { day: number; open: string; close: string }[];
  holidays: string[];
  limits: { queue_max: number };
};

/** Terms of the demo catalogue; the data claims no popularity, and neither do they. */
const searches = {
  vi: ["nồi chiên không dầu", "máy lọc nước", "nồi cơm điện", "máy lọc không khí", "robot hút bụi", "quạt điện"],
  en: ["air fryer", "water purifier", "rice cooker", "air purifier", "robot vacuum", "fan"],
  ja: ["ノンフライヤー", "浄水器", "炊飯器", "空気清浄機", "ロボット掃除機", "扇風機"],
};

export async function seedSettings(sql: Sql, { builtFeatures }: SeedContext, settings: SettingList): Promise<void> {
  const file = demoData<ShopFile>("content/shop.json");
  const { bank_account: bank, app_download: app, limits } = file;
  const chat = demoData<ChatFile>("chat/chat.json");
  const values: Partial<Record<SettingKey, unknown>> = {
    shop: {
      name: file.name,
      legal_name: file.legal_name,
      tagline: file.tagline,
      company_code: file.company_code,
      company_code_issued_on: file.company_code_issued_on,
      company_code_issued_by: file.company_code_issued_by,
      responsible_person: file.responsible_person.name,
      address: file.registered_address.text,
      phone: file.hotline.display,
      email: file.email,
    },
    public_holidays: file.public_holidays.dates,
    chat: { hours: chat.hours, holidays: chat.holidays, queue_max: chat.limits.queue_max },
    hotline: { display: file.hotline.display, tel: file.hotline.tel, hours: file.hotline.hours_text },
    complaints: { phone: file.complaint_channel.phone.display, email: file.complaint_channel.email },
    limits: {
      cod_max: limits.cod_max,
      payment_deadline_minutes: limits.payment_deadline_minutes,
      transfer_deadline_hours: limits.transfer_deadline_hours,
      complete_after_days: limits.complete_after_days,
    },
    bank_account: {
      bank_code: bank.bank_code,
      bin: bank.bin,
      bank_name: bank.bank_name,
      account_number: bank.account_number,
      account_holder: bank.account_holder,
    },
    warehouses: file.warehouses.map(({ code, name, region, address, legacy_address, phone }) => ({
      code,
      name,
      region,
      address,
      legacy_address,
      phone,
    })),
    social: file.social,
    app_download: {
      title: app.title,
      text: app.text,
      button: app.button,
      qr_alt: app.qr_alt,
      steps: app.steps,
      links: app.links,
    },
    moit_notice: { badge: file.moit_notice.badge, url: file.moit_notice.url, label: file.moit_notice.label },
    legal_lines: file.legal_lines
      .filter((line) => line.needs.every((need) => builtFeatures.has(need)))
      .map((line) => line.text),
    popular_searches: searches,
    service_prices: demoData<object>("pages/service-prices.json"),
  };
  const rows = Object.entries(values).map(([key, value]) => {
    const { schema, public: isPublic } = settings[key as SettingKey];
    return { key, value: JSON.stringify(schema.parse(value)), public: isPublic, updated_by: "system" };
  });
  await sql.insertInto("kernel.settings").values(rows).execute();
}
