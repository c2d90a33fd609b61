import { formatDate } from "contract/values/locale.ts";
import { Link, useLoaderData } from "react-router";
import { shopOf } from "../../context.ts";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { PageHead } from "../../kit/page-head.tsx";
import { Status } from "../../kit/status.tsx";
import { titled } from "../../kit/titles.ts";
import { paths } from "../../paths.ts";
import type { Route } from "./+types/poll-list";
import { pollTones } from "./poll-tones.ts";

export const meta = titled(({ surveys }) => surveys.title);

export const loader = async ({ context }: Route.LoaderArgs) => ({
  polls: await shopOf(context).surveys.staffPolls({}),
});

/** Every survey: its state and how often it was answered. */
export default function PollList() {
  const { surveys: words } = useOfficeMessages();
  const { polls } = useLoaderData<typeof loader>();
  const language = useLanguage();
  return (
    <>
      <PageHead title={words.title} about={words.about} />
      <div className="data-grid-frame">
        {polls.length === 0 ? (
          <p className="empty-row">{words.none}</p>
        ) : (
          <table className="data-grid">
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{words.answers}</th>
                <th scope="col">{words.ends_at}</th>
              </tr>
            </thead>
            <tbody>
              {polls.map(({ id, title, state, answers, ends_at }) => (
                <tr key={id}>
                  <td>
                    <Link className="link" to={paths.poll(id)}>
                      {title}
                    </Link>
                  </td>
                  <td>
                    <Status tone={pollTones[state]}>{words.states[state]}</Status>
                  </td>
                  <td className="num">{answers}</td>
                  <td>{ends_at ? formatDate(ends_at, language) : words.no_end}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}
