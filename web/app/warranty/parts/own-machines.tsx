import type { OwnWarranty } from "contract/warranty/warranty.ts";
import { Form } from "react-router";
import { Hidden } from "../../forms/hidden.tsx";
import { useMessages, usePaths } from "../../i18n.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Machine, StateBadge, TermBar } from "./machine.tsx";

type Props = { machines: readonly OwnWarranty[]; now: string; submission_key: string };

/** Machines of the caller: what is running out, and those that one click activates. */
export function OwnMachines({ machines, now, submission_key }: Props) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <section className="stack" aria-labelledby="may-cua-ban">
      <h2 id="may-cua-ban" className="h3">
        {words.own_title}
      </h2>
      {machines.length === 0 && <p className="muted">{words.own_none}</p>}
      <ul className="stack">
        {machines.map((each) => (
          <li key={each.id} className="card panel stack">
            <Machine product={each.product} badge={<StateBadge state={each.state} />}>
              <p className="small muted num">{each.serial ?? words.no_serial}</p>
              {each.marks.map((mark) => (
                <Badge key={mark} tone="info">
                  {words.marks[mark]}
                </Badge>
              ))}
              <TermBar shown={each} now={now} />
            </Machine>
            <div className="row row-wrap">
              <ButtonLink href={paths.warrantyCard(each.id)} variant="secondary" size="small">
                {words.see_card}
              </ButtonLink>
              {each.can_activate && (
                <Form method="post">
                  <input type="hidden" name="idempotency_key" value={submission_key} />
                  <Hidden<"warranty.activateOwn"> name="id" value={each.id} />
                  <Button size="small" name="intent" value="own">
                    {words.activate_own}
                  </Button>
                </Form>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
