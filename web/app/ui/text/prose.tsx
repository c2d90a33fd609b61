import { Fragment, type ReactNode } from "react";
import { classes } from "../classes.ts";

export type ProseProps = {
  /** Paragraphs, `###` headings, `-` lists and **bold**; everything else is shown as it was written. */
  text: string;
  /** What `###` becomes, so that the page's outline has no gap. */
  headingLevel?: 2 | 3 | 4;
  /** Before the number of a heading's id, where a page has several texts. */
  idPrefix?: string;
  /** Article size: 17/28. */
  article?: boolean;
  lang?: string;
};

type Block =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: readonly string[] };

export function Prose({ text, headingLevel = 3, idPrefix = "muc", article, lang }: ProseProps) {
  const Heading = `h${headingLevel}` as const;
  let headings = 0;
  return (
    <div className={classes("prose", article && "prose-article")} lang={lang}>
      {blocksOf(text).map((block, index) => {
        const key = `${block.kind}-${index}`;
        if (block.kind === "heading") {
          headings++;
          return (
            <Heading key={key} id={`${idPrefix}-${headings}`}>
              {inline(block.text)}
            </Heading>
          );
        }
        if (block.kind === "paragraph") return <p key={key}>{inline(block.text)}</p>;
        return (
          <ul key={key}>
            {block.items.map((item) => (
              <li key={item}>{inline(item)}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}

/** The headings of a text with the ids that `Prose` gives them, for a table of contents. */
export function proseHeadings(text: string, idPrefix = "muc"): { id: string; text: string }[] {
  return blocksOf(text)
    .filter((block) => block.kind === "heading")
    .map((block, index) => ({ id: `${idPrefix}-${index + 1}`, text: block.text.replaceAll("**", "") }));
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", text: paragraph.join(" ") });
    if (items.length > 0) blocks.push({ kind: "list", items });
    paragraph = [];
    items = [];
  };
  for (const line of text.split("\n").map((one) => one.trim())) {
    const heading = /^#{2,4} (.+)$/.exec(line)?.[1];
    const item = /^- (.+)$/.exec(line)?.[1];
    if (heading || line === "" || (item && paragraph.length > 0) || (!item && items.length > 0)) flush();
    if (heading) blocks.push({ kind: "heading", text: heading });
    else if (item) items.push(item);
    else if (line !== "") paragraph.push(line);
  }
  flush();
  return blocks;
}

function inline(text: string): ReactNode {
  return text.split(/\*\*(.+?)\*\*/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
    index % 2 === 1 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
  );
}
