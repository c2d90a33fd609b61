/** E-mails to who sent a message. */
import type { ContactEmails } from "../../vi/contact/emails.ts";

export const emails: ContactEmails = {
  received: (p) => ({
    title: `We have your message ${p.code}`,
    text: `Hello ${p.name},\n\nWe have your message and answer before ${p.until}. See it and add to it at ${p.link}.`,
  }),
  answered: (p) => ({
    title: `Our answer to ${p.code}`,
    text: `Hello ${p.name},\n\nWe have answered. Read it and go on at ${p.link}.`,
  }),
  named: (p) => ({
    title: `Your complaint ${p.code} has been received`,
    text: `Hello ${p.name},\n\n${p.person} is in charge of your complaint. You have our written answer by ${p.until}. Follow it at ${p.link}.`,
  }),
  extended: (p) => ({
    title: `Complaint ${p.code} needs more time`,
    text: `Hello ${p.name},\n\nReason: ${p.reason}. The new date is ${p.until}; it is not extended again. Follow it at ${p.link}.`,
  }),
};
