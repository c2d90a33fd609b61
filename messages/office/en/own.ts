import type { OfficeMessages } from "../messages.ts";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const own = {
  title: "My account",
  must_set_factor:
    "You came in by a recovery code. Please set a new second step below; nothing else is possible before that.",
  facts: "Who you are here",
  email: "E-mail",
  roles: "Roles",
  places: "Places",
  since: "Signed in",
  until: "Session ends at the latest",
  settings: "Language and keys",
  language: "Language",
  single_keys: "Use single keys (n, g then a letter, 1 to 9)",
  save: "Save",
  saved: "Saved.",
  password: {
    title: "Password",
    current: "The password in use",
    text: "Every other session of yours ends.",
    save: "Change the password",
    saved: "The password is changed. Other sessions have ended.",
  },
  totp: {
    title: "Authenticator app",
    since: (p) => `set ${p.at}`,
    begin: "Set up another authenticator app",
    text: "The app in use holds until you have typed a code of the new one.",
    save: "Use the new app",
  },
  passkeys: {
    title: "Passkeys",
    none: "There is no passkey yet.",
    unavailable: "Only where the office is open by https.",
    unknown: "This browser has no passkeys.",
    used: (p) => `last used ${p.at}`,
    unused: "never used",
    name: "A name for this passkey",
    add: "Add a passkey of this device",
    added: "The passkey is added.",
    remove: "Remove",
    removed: "The passkey is removed.",
  },
  recovery: {
    title: "Recovery codes",
    left: (p) => `${counted(p.count, "code is", "codes are")} left`,
    make: "Make 10 new codes",
    text: "The old ones work no more.",
  },
  sessions: {
    title: "Where you are signed in",
    this_one: "this device",
    end: "End",
    ended: "The session has ended.",
    end_others: "End every other session",
    others_ended: (p) => `${counted(p.count, "other session has", "other sessions have")} ended.`,
  },
} satisfies OfficeMessages["own"];
