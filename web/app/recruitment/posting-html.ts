/** The Markdown subset of vacancies as HTML, for machines that read the posting: paragraphs, `###` and `-`. */
export function htmlOf(text: string): string {
  const blocks = text.split(/\n{2,}/).map((block) => block.trim());
  return blocks.filter(Boolean).map(blockOf).join("");
}

function blockOf(block: string): string {
  if (block.startsWith("### ")) return `<h3>${escaped(block.slice(4))}</h3>`;
  const lines = block.split("\n");
  if (!lines.every((line) => line.startsWith("- "))) return `<p>${escaped(lines.join(" "))}</p>`;
  return `<ul>${lines.map((line) => `<li>${escaped(line.slice(2))}</li>`).join("")}</ul>`;
}

function escaped(text: string): string {
  const plain = text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("**", "");
  return plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
