import type { Facet } from "contract/catalogue/catalogue.ts";
import type { Messages } from "messages/messages.ts";

/** A figure without a unit, as a limit or a range too: "10", "Dưới 8", "8 and more", "5～8", "10以上". */
const bare = /^(?:Dưới |Từ |Under )?[\d.,]+(?:[–～][\d.,]+)?(?: and more|以上|未満)?$/;
const no = /^(?:Không|No|なし)$/;

/** The label of a facet value away from its facet: with the facet's name unless it is clear by itself. */
export function choiceName(
  { label: name }: Pick<Facet, "label">,
  { value, label }: Pick<Facet["options"][number], "value" | "label">,
  words: Pick<Messages["listing"], "choice_of">,
): string {
  if (value === "true") return name;
  return bare.test(label) || no.test(label) ? words.choice_of({ name, value: label }) : label;
}
