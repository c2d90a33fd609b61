import type { CodeBatch, PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import { field } from "../../../forms/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";
import { paths } from "../../paths.ts";

const possible = { act: { possible: true, why: null }, why: {} } as const;
/** While codes are made the page looks again after so long. */
const LOOK_MS = 2_000;

/** Codes by the batch: how far each is, its file once, and a new one. */
export function Batches({ record: { code, state, batches } }: { record: PromotionRecord }) {
  const { batch: words } = useOfficeMessages();
  const { holds } = useStaff();
  const publishes = holds("promotions:publish");
  const isOn = state === "running" || state === "scheduled";
  const isMaking = batches.some((each) => each.state === "making");
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => void revalidate(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isMaking, revalidate]);
  if (batches.length === 0 && !(publishes && isOn)) return null;
  return (
    <section className="card" aria-labelledby="lo-ma">
      <div className="card-head">
        <h2 id="lo-ma">{words.title}</h2>
      </div>
      <ul className="rows" aria-live="polite">
        {batches.map((each) => (
          <Batch key={each.id} code={code} batch={each} publishes={publishes} />
        ))}
      </ul>
      {publishes && isOn && <NewBatch />}
    </section>
  );
}

function Batch({ code, batch, publishes }: { code: string; batch: CodeBatch; publishes: boolean }) {
  const { batch: words } = useOfficeMessages();
  const language = useLanguage();
  const { id, prefix, count, made, max_uses, used, asked_at, state } = batch;
  const figures = { made: formatNumber(made), count: formatNumber(count) };
  return (
    <li>
      <span>
        <b>{words.named({ prefix: prefix || words.no_prefix, count: figures.count })}</b>
        <span className="tiny muted own-line">
          {[
            formatDateTime(asked_at, language),
            max_uses === null ? words.many_uses : words.uses_each({ count: formatNumber(max_uses) }),
            words.used({ used: formatNumber(used) }),
          ].join(" · ")}
        </span>
        {state === "making" && <progress max={count} value={made} aria-label={words.making(figures)} />}
      </span>
      {state === "ready" && publishes ? (
        <Form method="post" action={paths.codeBatch(code, id)} reloadDocument>
          <Button type="submit" variant="secondary">
            {words.fetch}
          </Button>
        </Form>
      ) : (
        <span className="tiny muted">{words.states[state](figures)}</span>
      )}
    </li>
  );
}

function NewBatch() {
  const { batch: words } = useOfficeMessages();
  const problem = useProblem("batch");
  const labels = { prefix: words.prefix, count: words.count, max_uses: words.max_uses };
  return (
    <PossibleAct {...possible} title={words.make} icon="plus" intent="batch">
      <OfficeForm intent="batch" problem={problem} className="form-stack" labels={labels}>
        <p className="small">{words.make_text}</p>
        <TextInput
          {...field<"promotions.makeBatch">(problem, "prefix")}
          label={words.prefix}
          help={words.prefix_help}
          maxLength={10}
          autoComplete="off"
        />
        <TextInput
          {...field<"promotions.makeBatch">(problem, "count")}
          label={words.count}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <TextInput
          {...field<"promotions.makeBatch">(problem, "max_uses", "1")}
          id="batch-uses"
          label={words.max_uses}
          help={words.max_uses_help}
          inputMode="numeric"
          autoComplete="off"
        />
        <SubmitButton intent="batch">{words.make}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}
