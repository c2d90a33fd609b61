/** From calls to functions: what every list of the office can. rules/office */
import { contract } from "contract/contract.ts";
import { implement } from "../calls/handle.ts";
import { bulkRecord, ownBulks, retryBulk, startBulk, stopBulk } from "./bulk.ts";
import { fileInfo, filePart, makeFile, ownFiles } from "./files.ts";
import { changeView, deskViews, removeView, saveLayout, saveView } from "./views.ts";

export const desksCalls = implement(contract.desks, {
  views: deskViews,
  saveView,
  changeView,
  removeView,
  saveLayout,
  startBulk,
  bulks: ownBulks,
  bulk: bulkRecord,
  retryBulk,
  stopBulk,
  makeFile,
  files: ownFiles,
  fileInfo,
  filePart,
});
