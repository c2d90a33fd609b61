/**
 * The filter form, read and applied. Its fields are uncontrolled: what is ticked before hydration stays ticked, and
 * is applied at hydration. The URL decides; after each navigation the fields follow it.
 */
import { type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { changed, type ListState, listStateOf } from "./list-state.ts";

export const FILTER_FORM = "filter-form";

/** From a state to its address. */
export type ToList = (state: ListState) => string;

/** What the form says now, on the first page. `button`: the one it is sent by, whose value counts. */
export function stateOfForm(form: HTMLFormElement, button?: HTMLElement | null): ListState {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form, button)) if (typeof value === "string") search.append(name, value);
  return listStateOf(search);
}

/** Opens the list the form asks for, where the shopper stands. */
export function useApply(toList: ToList): (form: HTMLFormElement, button?: HTMLElement | null) => void {
  const navigate = useNavigate();
  return (form, button) => {
    navigate(toList(stateOfForm(form, button)), { preventScrollReset: true });
  };
}

/** Keeps fields and address together. */
export function useFilterForm(form: RefObject<HTMLFormElement | null>, state: ListState, toList: ToList): void {
  const apply = useApply(toList);
  const address = toList(changed(state, {}));
  const first = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the event
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    if (first.current && toList(stateOfForm(element)) !== address) apply(element);
    else if (!first.current) follow(element, state);
    first.current = false;
  }, [address]);
}

function follow(form: HTMLFormElement, state: ListState): void {
  form.reset();
  const sort = form.elements.namedItem("sort");
  if (sort instanceof HTMLSelectElement) sort.value = state.sort ?? "";
}
