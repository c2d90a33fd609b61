import { readFile } from "node:fs/promises";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Icon, iconNames } from "./icon.tsx";

test("every icon name has a symbol, and every symbol is used", async () => {
  const sprite = await readFile(new URL("./sprite.svg", import.meta.url), "utf8");
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name);
  expect(drawn.filter((name) => !name?.startsWith("cat-")).sort()).toEqual([...iconNames].sort());
});

test("a screen reader hears an icon only where it stands for words", () => {
  expect(renderToString(<Icon name="truck" />)).toContain('aria-hidden="true"');
  const alone = renderToString(<Icon name="success" label="Đã chọn" />);
  expect(alone).toContain('aria-label="Đã chọn"');
  expect(alone).not.toContain("aria-hidden");
});
