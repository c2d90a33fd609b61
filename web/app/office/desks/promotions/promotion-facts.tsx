import type { PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { Facts } from "../../kit/facts.tsx";
import { paths } from "../../paths.ts";

/** Uses, cost so far and window. */
export function PromotionFacts({ record }: { record: PromotionRecord }) {
  const { promotion: words, audit } = useOfficeMessages();
  const language = useLanguage();
  const { used, quota, cost, budget, starts_at, ends_at, stopped, codes, public_code, slug, code, state } = record;
  const at = (time: string) => formatDateTime(time, language);
  const figures = { used: formatNumber(used), cost: formatDong(cost) };
  const rows: [string, ReactNode][] = [
    [words.used, quota === null ? words.uses(figures) : words.of({ ...figures, quota: formatNumber(quota) })],
    [words.cost, budget === null ? figures.cost : words.cost_of({ ...figures, budget: formatDong(budget) })],
  ];
  if (starts_at && ends_at && !stopped)
    rows.push([words.window, words.from_to({ from: at(starts_at), to: at(ends_at) })]);
  if (stopped)
    rows.push([
      words.window,
      words.stopped_at({ at: at(stopped.at), from: at(stopped.starts_at), to: at(stopped.ends_at) }),
    ]);
  if (public_code) rows.push([words.public_code, <b key="code">{public_code}</b>]);
  if (codes > 0) rows.push([words.codes, formatNumber(codes)]);
  if (slug)
    rows.push([
      words.page,
      <a key="page" className="link" href={`/${slug}`}>
        /{slug}
      </a>,
    ]);
  const kind = state === "draft" ? "promotion_draft" : code.startsWith("GV-") ? "flash_sale" : "promotion";
  return (
    <section className="card" aria-labelledby="so-lieu">
      <div className="card-head">
        <h2 id="so-lieu">{words.facts}</h2>
        <p className="small">
          <Link className="link" to={paths.history(kind, state === "draft" ? code : code.slice(3))}>
            {audit.history_link}
          </Link>
        </p>
      </div>
      <div className="panel">
        <Facts rows={rows} />
      </div>
    </section>
  );
}
