import { formatDate, formatNumber } from "contract/values/locale.ts";
import type { Points } from "contract/values/points.ts";
import { Form } from "react-router";
import type { FieldOf } from "../forms/field-names.ts";
import { useFocusFirstError } from "../forms/form-focus.ts";
import { type FormProblem, fieldError } from "../forms/forms.ts";
import { useLocale, useMessages } from "../i18n.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../ui/fields/choices.tsx";
import { Note } from "../ui/text/note.tsx";

type Props = {
  due: string | null;
  days: number;
  /** What the account has, and what it owes. */
  points: { kept: Points; debt: Points };
  problem: FormProblem | undefined;
};

/** Asked for here, and taken back here, until its day. */
export function Deletion({ due, days, points: { kept, debt }, problem }: Props) {
  const { privacy: words } = useMessages();
  const locale = useLocale();
  useFocusFirstError(problem);
  return (
    <section className="card panel stack" aria-labelledby="deletion">
      <h2 className="h3" id="deletion">
        {words.deletion_title}
      </h2>
      {due === null ? (
        <>
          <p className="muted">{words.deletion_text({ days })}</p>
          <ul className="prose small">
            <li>{words.deletion_goes}</li>
            {kept > 0 && <li>{words.deletion_points({ points: formatNumber(kept) })}</li>}
            {debt > 0 && <li>{words.deletion_debt({ points: formatNumber(debt) })}</li>}
            <li>{words.deletion_stays}</li>
          </ul>
          {problem && !fieldError<"privacy.askDeletion">(problem, "understood") && (
            <Note tone="danger" role="alert">
              {problem.message}
            </Note>
          )}
          <Form method="post" className="stack" noValidate>
            <input type="hidden" name="intent" value="deletion" />
            <ChoiceGroup
              legend={words.deletion_title}
              hideLegend
              id="understood"
              error={problem && fieldError<"privacy.askDeletion">(problem, "understood")}
            >
              <Checkbox name={"understood" satisfies FieldOf<"privacy.askDeletion">} value="1" required>
                {words.deletion_understood}
              </Checkbox>
            </ChoiceGroup>
            <div>
              <Button variant="danger" icon="trash">
                {words.deletion_ask}
              </Button>
            </div>
          </Form>
        </>
      ) : (
        <>
          <Note tone="honey">{words.deletion_planned({ day: formatDate(due, locale) })}</Note>
          <Form method="post">
            <Button name="intent" value="keep">
              {words.deletion_take_back}
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}
