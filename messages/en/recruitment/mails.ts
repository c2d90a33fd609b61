import type { RecruitmentMails } from "../../vi/recruitment/mails.ts";

export const mails: RecruitmentMails = {
  received: {
    subject: (p) => `We have your application ${p.code}`,
    text: (p) =>
      `Hello ${p.name},\n\nWe have your application for ${p.job} and answer by ${p.until}. It is deleted on ${p.delete_on}. See its state or withdraw it at ${p.link} with the code and your phone number.`,
  },
  interview: {
    subject: (p) => `Interview: ${p.job}`,
    text: (p) => `Hello ${p.name},\n\nWe would like to meet you about ${p.job}.\n\n${p.message}`,
  },
  offer: {
    subject: (p) => `An offer: ${p.job}`,
    text: (p) => `Hello ${p.name},\n\nWe offer you the position ${p.job}.\n\n${p.message}`,
  },
  refused: {
    subject: (p) => `About your application: ${p.job}`,
    text: (p) =>
      `Hello ${p.name},\n\nWe have not chosen your application for ${p.job} this time. Thank you for your time. You can delete it now at ${p.link}.`,
  },
  new_file: {
    subject: (p) => `Please send your CV again: ${p.job}`,
    text: (p) =>
      `Hello ${p.name},\n\nYour CV file did not pass our safety check and has been deleted. Send another at ${p.link}.`,
  },
};
