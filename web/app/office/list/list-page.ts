/** What every list's page loads and saves beside its own rows: views, columns, density. rules/office#views */
import type { DeskShape } from "contract/desks/desk.ts";
import { redirect } from "react-router";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { type RouteContext, shopOf } from "../context.ts";
import { flash } from "../cookies.ts";
import { messagesIn } from "../i18n.tsx";
import { askedOf, type ListQuery, listAddress, readListQuery, without } from "./list-query.ts";

type Args = { request: Request; context: RouteContext };

/** The list as its address asks, and what the person keeps of it. */
export async function loadList<A>(desk: DeskShape, { request, context }: Args, read: (asked: ListQuery) => Promise<A>) {
  const query = readListQuery(desk, request.url);
  const [answer, kept] = await Promise.all([read(askedOf(query)), shopOf(context).desks.views({ desk: desk.name })]);
  return { query, answer, kept };
}

/** Saves the view or the columns a form of the list gave, and goes where the list then stands. */
export async function saveList(desk: DeskShape, path: string, { request, context }: Args) {
  const form = await readForm(request);
  const { desks } = shopOf(context);
  const { lists } = messagesIn(context);
  const query = without(readListQuery(desk, request.url), "after");
  const stored = without(askedOf(query), "q");
  const to = (text: string, next: Readonly<Record<string, string | undefined>>) => {
    flash(context, "success", text);
    return redirect(listAddress(path, next));
  };
  switch (form.intent) {
    case "save-view": {
      const given = { desk: desk.name, query: stored, ...sent(form, "name", "role", "columns", "density") };
      return submit(form, desks.saveView, given, ({ id }) => to(lists.view_saved, { ...stored, view: String(id) }));
    }
    case "change-view": {
      const given = { query: stored, ...sent(form, "id", "version", "name", "role", "columns", "density") };
      return submit(form, desks.changeView, given, ({ id }) => to(lists.view_saved, { ...stored, view: String(id) }));
    }
    case "remove-view":
      return submit(form, desks.removeView, sent(form, "id"), () => to(lists.view_removed, askedOf(query)));
    default: {
      const columns = [form.input.columns ?? []].flat().filter((each) => typeof each === "string");
      const shown = [desk.key, ...columns];
      if (query.view) {
        const density = typeof form.input.density === "string" ? form.input.density : "";
        return redirect(listAddress(path, { ...query, columns: shown.join(","), density }));
      }
      const given = { desk: desk.name, columns: shown, ...sent(form, "density") };
      return submit(form, desks.saveLayout, given, () => to(lists.layout_saved, without(query, "columns", "density")));
    }
  }
}
