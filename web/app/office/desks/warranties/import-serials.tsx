import type { SerialsReport } from "contract/warranty/desk-warranties.ts";
import { Link, useActionData } from "react-router";
import { field, readForm, sent, submit, unfinished } from "../../../forms/forms.ts";
import { problemOf } from "../../../forms/problem-of.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { shopOf } from "../../context.ts";
import { OfficeForm } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/import-serials";

export const meta = titled(({ warranty }) => warranty.import_title);

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { importSerials } = shopOf(context).warranty;
  return submit(form, importSerials, sent(form, "csv", "dry_run"), (report) => ({
    report,
    is_dry: form.input.dry_run !== "false",
    typed: unfinished(form, "import"),
  }));
}

type Answer = { report: SerialsReport; is_dry: boolean; typed: ReturnType<typeof unfinished> };
const answerOf = (result: unknown): Answer | null =>
  typeof result === "object" && result !== null && "report" in result ? (result as Answer) : null;

/** Serials of a file: a dry run says what is wrong, line by line, before anything is written. */
export default function ImportSerials() {
  const { warranties, warranty: words } = useOfficeMessages();
  const result: unknown = useActionData<typeof action>();
  const answer = answerOf(result);
  const problem = answer?.typed ?? problemOf(result, "import");
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.warranties()}>
          {warranties.title}
        </Link>
      </p>
      <PageHead title={words.import_title} about={words.import_text} />
      {answer && (
        <Note tone={answer.report.refused.length > 0 ? "honey" : "ok"} role="status">
          <b>{answer.is_dry ? words.tried : words.imported}</b>
          <p>
            {words.report({
              rows: answer.report.rows,
              added: answer.report.added,
              changed: answer.report.changed,
              refused: answer.report.refused.length,
            })}
          </p>
          <ul>
            {answer.report.refused.slice(0, 100).map(({ row, serial, why }) => (
              <li key={row}>{words.refused_row({ row, serial, why: words.refusals[why] ?? why })}</li>
            ))}
          </ul>
        </Note>
      )}
      <section className="card panel">
        <OfficeForm intent="import" problem={problem} className="form-stack" labels={{ csv: words.csv }} main>
          <TextArea
            {...field<"warranty.importSerials">(problem, "csv")}
            id="csv"
            label={words.csv}
            help={words.csv_help}
            rows={12}
            spellCheck={false}
            required
          />
          <div className="row">
            <Button variant="secondary" name={field<"warranty.importSerials">(problem, "dry_run").name} value="true">
              {words.try}
            </Button>
            <Button name={field<"warranty.importSerials">(problem, "dry_run").name} value="false">
              {words.import}
            </Button>
          </div>
        </OfficeForm>
      </section>
    </>
  );
}
