import { Link, redirect, useLoaderData } from "react-router";
import { field, readForm, sent, submit, typed } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { shopOf } from "../../context.ts";
import { flash } from "../../cookies.ts";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { messagesIn, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/order-serials";

export const meta = titled(({ warranty }) => warranty.serials);

export async function loader({ params, context }: Route.LoaderArgs) {
  return shopOf(context).warranty.orderSerials({ code: params.code });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { code } = params;
  const { saveOrderSerials } = shopOf(context).warranty;
  return submit(form, saveOrderSerials, { code, ...sent(form, "key", "piece", "serial", "reason") }, () => {
    flash(context, "success", messagesIn(context).warranty.done);
    return redirect(paths.orderSerials(code));
  });
}

/** Serials of an order's machines, one form for each piece. */
export default function OrderSerialsPage() {
  const { warranty: words } = useOfficeMessages();
  const { code, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="small">
        <Link className="link" to={paths.order(code)}>
          {code}
        </Link>
      </p>
      <PageHead title={words.serials} about={words.serials_text} />
      {lines.length === 0 && <p className="muted">{words.no_machines}</p>}
      <div className="pile">
        {lines
          .flatMap(({ key, name, serials }) =>
            [...serials.entries()].map(([at, serial]) => ({ line: { key, name }, piece: at + 1, serial })),
          )
          .map((each) => (
            <Piece key={`${each.line.key} ${each.piece} ${each.serial ?? ""}`} {...each} />
          ))}
      </div>
    </>
  );
}

type PieceProps = { line: { key: string; name: string }; piece: number; serial: string | null };

function Piece({ line, piece, serial }: PieceProps) {
  const { warranty: words } = useOfficeMessages();
  const intent = `serial ${line.key} ${piece}`;
  const back = useProblem(intent);
  const isThis = typed<"warranty.saveOrderSerials">(back, "piece") === String(piece);
  const problem = isThis ? back : undefined;
  const title = words.piece({ name: line.name, piece });
  return (
    <section className="card panel form-stack" aria-label={title}>
      <h2>{title}</h2>
      <OfficeForm
        intent={intent}
        problem={problem}
        className="form-stack"
        labels={{ serial: words.serial, reason: words.reason }}
      >
        <Hidden<"warranty.saveOrderSerials"> name="key" value={line.key} />
        <Hidden<"warranty.saveOrderSerials"> name="piece" value={piece} />
        <TextInput
          {...field<"warranty.saveOrderSerials">(problem, "serial", serial ?? "")}
          id={`serial-${line.key}-${piece}`}
          label={words.serial}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        {serial !== null && (
          <TextInput
            {...field<"warranty.saveOrderSerials">(problem, "reason")}
            id={`reason-${line.key}-${piece}`}
            label={words.reason}
            autoComplete="off"
          />
        )}
        <SubmitButton intent={intent} variant="secondary">
          {words.save_serial}
        </SubmitButton>
      </OfficeForm>
    </section>
  );
}
