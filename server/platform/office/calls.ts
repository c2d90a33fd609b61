/** From calls to functions: settings as forms, jobs, maintenance. */
import { platform } from "contract/platform/platform.ts";
import { implement } from "../../calls/handle.ts";
import { dropJobs, listJobs, runJobs } from "./job-list.ts";
import { saveSettingForm, setMaintenance, settingForm, settingRows, viewMaintenance } from "./setting-forms.ts";

export const platformCalls = implement(platform, {
  settings: settingRows,
  setting: (ctx, { key }) => settingForm(ctx, key),
  saveSetting: saveSettingForm,
  jobs: listJobs,
  runJobs,
  dropJobs,
  maintenance: viewMaintenance,
  setMaintenance,
});
