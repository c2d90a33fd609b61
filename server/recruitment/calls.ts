/** Calls of recruitment. The application itself comes with a file: apply-route.ts. rules/recruitment */
import { contract } from "contract/contract.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { implement } from "../calls/handle.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { deskFile } from "../platform/list/desk-file.ts";
import { listDesk } from "../platform/list/desk-query.ts";
import { applicationStatus, withdrawApplication } from "./applications.ts";
import { applicationRecord, moveApplication, noteApplication, openCv } from "./desk/application-record.ts";
import { applicationsSource } from "./desk/applications-source.ts";
import { closeVacancy, createVacancy, openVacancy, saveVacancy, staffVacancies } from "./desk/vacancies.ts";
import { ownForm } from "./forms.ts";
import { findVacancy, listVacancies } from "./vacancies.ts";

export const recruitmentCalls = implement(contract.recruitment, {
  vacancies: listVacancies,
  vacancy: (ctx, { id }) => findVacancy(ctx, id),
  ownForm,
  status: applicationStatus,
  withdraw: withdrawApplication,
  applications: async (ctx, asked) => listDesk(ctx, applicationsSource, asked, await deskCaller(ctx)),
  applicationsFile: async (ctx, asked) =>
    deskFile(
      ctx,
      applicationsSource,
      asked,
      await deskCaller(ctx),
      (ctx.locale === "vi" ? vi : en).applications.columns,
    ),
  application: (ctx, { code }) => applicationRecord(ctx, code),
  cv: (ctx, { code }) => openCv(ctx, code),
  moveApplication,
  noteApplication,
  staffVacancies,
  createVacancy,
  saveVacancy,
  openVacancy,
  closeVacancy,
});
