import { applicationsDesk } from "contract/recruitment/applications-desk.ts";
import { useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { titled } from "../../kit/titles.ts";
import { DeskList } from "../../list/desk-list.tsx";
import { loadList, saveList } from "../../list/list-page.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/application-list";
import { applicationTones, cvTones } from "./application-tones.ts";

export const meta = titled(({ applications }) => applications.title);

export const loader = (args: Route.LoaderArgs) =>
  loadList(applicationsDesk, args, (asked) => shopOf(args.context).recruitment.applications(asked));

export const action = (args: Route.ActionArgs) => saveList(applicationsDesk, paths.applications(), args);

const tones = { state: applicationTones, cv: cvTones } as const;

/** Applications by vacancy, with what is due. */
export default function ApplicationList() {
  const { applications } = useOfficeMessages();
  const { query, answer, kept } = useLoaderData<typeof loader>();
  return (
    <DeskList
      desk={applicationsDesk}
      said={applications}
      path={paths.applications()}
      to={({ code }) => paths.application(String(code))}
      query={query}
      answer={answer}
      kept={kept}
      tones={tones}
    />
  );
}
