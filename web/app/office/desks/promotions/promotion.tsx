import type { PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { readForm, sent, submit } from "../../../forms/forms.ts";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { useStaff } from "../../frame/staff.ts";
import { messagesIn, useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/promotion";
import { Batches } from "./batches.tsx";
import { Builder } from "./builder.tsx";
import { formFields } from "./form-fields.ts";
import { Judgement } from "./judgement.tsx";
import { Lots } from "./lots.tsx";
import { PromotionActs } from "./promotion-acts.tsx";
import { PromotionFacts } from "./promotion-facts.tsx";
import { promotionTones } from "./promotion-tones.ts";

export const meta = titled(({ promotions }) => promotions.title);

export async function loader({ params, context }: Route.LoaderArgs) {
  const { promotions, catalogue, payments } = shopOf(context);
  const record = await promotions.record({ code: params.code });
  const tree = record.state === "draft" ? await catalogue.categoryTree({}) : [];
  const methods = record.state === "draft" ? await payments.methods({}) : [];
  return {
    record,
    methods: methods.map(({ code, name }) => ({ value: code, text: name })),
    categories: tree.map(({ slug, name, children }) => ({
      slug,
      name,
      children: children.map((each) => ({ slug: each.slug, name: each.name })),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { promotions } = shopOf(context);
  const { promotion: words } = messagesIn(context);
  const { code } = params;
  const act = { code, ...sent(form, "version", "reason") };
  const done = (text: string, to: string) => {
    flash(context, "success", text);
    return redirect(to);
  };
  const here = paths.promotion(code);
  switch (form.intent) {
    case "save": {
      const given = { code, ...sent(form, "version", ...formFields) };
      return submit(form, promotions.save, given, () => done(words.saved, here));
    }
    case "drop":
      return submit(form, promotions.drop, { code, ...sent(form, "version") }, () =>
        done(words.dropped, paths.promotions()),
      );
    case "copy":
      return submit(form, promotions.copy, { code }, (copy) => done(words.copied, paths.promotion(copy.code)));
    case "publish":
      return submit(form, promotions.publish, act, () => done(words.published, here));
    case "stop":
      return submit(form, promotions.stop, act, () => done(words.stopped, here));
    case "resume":
      return submit(form, promotions.resume, act, () => done(words.resumed, here));
    case "batch": {
      const given = { code, ...sent(form, "prefix", "count", "max_uses") };
      return submit(form, promotions.makeBatch, given, () => done(messagesIn(context).batch.made, here));
    }
    case "extend":
      return submit(form, promotions.extend, { ...act, ...sent(form, "ends", "max_uses") }, () =>
        done(words.extended, here),
      );
    default:
      throw new Response("Not found", { status: 404 });
  }
}

/** One promotion: a draft with its builder, a published one with its figures and the little that may change. */
export default function Promotion() {
  const { promotions, promotion: words } = useOfficeMessages();
  const { record, categories, methods } = useLoaderData<typeof loader>();
  const { holds } = useStaff();
  const language = useLanguage();
  const { kind, code, state, changed_at } = record;
  const about = words.about({ kind: promotions.options.kind[kind], code });
  const isDraft = state === "draft";
  const hasCodes = !isDraft && kind !== "programme" && kind !== "flash_sale";
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.promotions()}>
          {words.back}
        </Link>
      </p>
      <PageHead
        title={record.title}
        about={changed_at ? `${about} · ${words.changed_at({ at: formatDateTime(changed_at, language) })}` : about}
      >
        <Status tone={promotionTones[state]}>{promotions.options.state[state]}</Status>
      </PageHead>
      <div className="two-columns promotion-columns">
        <div className="pile">
          {isDraft && holds("promotions:write") ? (
            <Builder record={record} categories={categories} methods={methods} />
          ) : (
            <PromotionFacts record={record} />
          )}
          {hasCodes && <Batches record={record} />}
          {record.lots.length > 0 && <Lots record={record} />}
        </div>
        <div className="pile">
          <ReadBack record={record} />
          {record.judgement && <Judgement judgement={record.judgement} />}
          <PromotionActs record={record} />
        </div>
      </div>
    </>
  );
}

function ReadBack({ record: { sentence, state, code } }: { record: PromotionRecord }) {
  const { promotion: words, trial } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="doc-lai">
      <div className="card-head">
        <h2 id="doc-lai">{words.read_back}</h2>
      </div>
      <div className="panel">
        <p className="read-back">{sentence}</p>
        {state === "draft" && <p className="small muted">{words.read_back_note}</p>}
        {!code.startsWith("GV-") && (
          <p>
            <Link className="link" to={paths.tryCart({ promotion: code })}>
              {trial.link}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
