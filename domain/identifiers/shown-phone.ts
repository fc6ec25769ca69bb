import { parsePhone, tidyPhone } from './contacts.ts';

/** Whether a text is a phone of the supplier as it is written for people: a Ukrainian number, or a short one such as 104. */
export const isShownPhone = (text: string) =>
  parsePhone(text) !== undefined || /^\d{3,4}$/.test(tidyPhone(text));
