import type { ShownBlockOf } from "contract/pages/pages.ts";
import { useMessages } from "../i18n.tsx";

/** A table, a list, or rows that the shop makes itself. */
export function Table({ block }: { block: ShownBlockOf<"code"> }) {
  const { pages } = useMessages();
  const { rows, list, note, source } = block;
  const columns = source === "service.price_list" ? [pages.work, pages.price] : block.columns;
  if (list.length > 0) {
    return (
      <div className="prose">
        <h2 id={`${block.id}-title`}>{block.title}</h2>
        <ul>
          {list.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <div className="stack">
      <h2 id={`${block.id}-title`}>{block.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: the block is the landmark of this name */}
      <div className="table-scroll card" tabIndex={0} role="group" aria-labelledby={`${block.id}-title`}>
        <table className="table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([head = "", ...cells]) => (
              <tr key={head}>
                <th scope="row">{head}</th>
                {cells.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are their columns
                  <td key={at}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p className="muted small">{note}</p>}
    </div>
  );
}
