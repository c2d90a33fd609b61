/** Calls of pages made of blocks: visitors read, staff write and publish. Spec §2; rules/pages */
import { contract } from "contract/contract.ts";
import { implement } from "../calls/handle.ts";
import { catalogueBook } from "./book.ts";
import { campaignPage, endedPage, fixedPage, listPages } from "./pages.ts";
import { makePreview, previewOf } from "./preview.ts";
import { tagged } from "./tags.ts";
import {
  endPage,
  pageVersions,
  publishPage,
  removePage,
  restoreVersion,
  saveDraft,
  staffPage,
  staffPages,
  unpublishPage,
} from "./writing.ts";

export const pagesCalls = implement(contract.pages, {
  list: listPages,
  fixed: (ctx, { key }) => fixedPage(ctx, key),
  find: (ctx, { kind, slug }) => campaignPage(ctx, kind, slug),
  ended: (ctx, { kind, slug }) => endedPage(ctx, kind, slug),
  book: catalogueBook,
  tag: tagged,
  preview: (ctx, { token }) => previewOf(ctx, token),
  staffList: staffPages,
  staffPage: (ctx, { key }) => staffPage(ctx, key),
  remove: async (ctx, { key }) => {
    await removePage(ctx, key);
    return { removed: true as const };
  },
  saveDraft,
  makePreview: (ctx, { key, version }) => makePreview(ctx, key, version),
  publish: publishPage,
  unpublish: (ctx, { key, reason }) => unpublishPage(ctx, key, reason),
  end: (ctx, { key, reason }) => endPage(ctx, key, reason),
  versions: (ctx, { key }) => pageVersions(ctx, key),
  restore: (ctx, { key, version }) => restoreVersion(ctx, key, version),
});
