import { Form, useActionData, useNavigation } from "react-router";
import { shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/stop";

/** The link of an invitation that stops all of them: a press, so that no mail scanner stops them by opening it. */
export async function loader({ request }: Route.LoaderArgs) {
  return {
    t: new URL(request.url).searchParams.get("t") ?? "",
    submission_key: newSubmissionKey(),
    checkout_step: null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  return submit(form, shopOf(context).surveys.stopInvitations, sent(form, "t"), () => ({ stopped: true }));
}

export const meta: Route.MetaFunction = (args) => {
  const { surveys: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.stop_title, description: words.stop_text, path: null });
};

export default function StopScreen({ loaderData: { t, submission_key } }: Route.ComponentProps) {
  const { surveys: words } = useMessages();
  const paths = usePaths();
  const result = useActionData<typeof action>();
  const problem = problemOf(result);
  const isStopped = result !== undefined && "stopped" in result;
  const busy = useNavigation().state === "submitting";
  return (
    <div className="text-width centred stack-loose survey">
      <h1>{words.stop_title}</h1>
      {isStopped ? (
        <p role="status">{words.stopped}</p>
      ) : (
        <Form method="post" className="stack">
          <p>{words.stop_text}</p>
          <ProblemNote problem={problem} />
          <input type="hidden" name="idempotency_key" value={submission_key} />
          <Hidden<"surveys.stopInvitations"> name="t" value={t} />
          <p>
            <Button loading={busy} loadingText={words.sending}>
              {words.stop}
            </Button>
          </p>
        </Form>
      )}
      <p>
        <ButtonLink href={paths.home()} variant="secondary">
          {words.home}
        </ButtonLink>
      </p>
    </div>
  );
}
