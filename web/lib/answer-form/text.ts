import { text as cabinet } from '../cabinet-text.ts';
import { text as form } from '../form/form-text.ts';

/** Texts of an answer of staff. */
export const text = {
  problems: form.checkData,
  answer: 'Відповідь',
  answerWanted: 'Напишіть відповідь, хоча б кілька слів',
  answerSend: 'Надіслати відповідь',
  sending: form.sending,
  cancel: cabinet.no,
} as const;
