import { text } from './text.ts';

/** The message of a receipt without the sentence that the title repeats. */
export function messageAfterTitle(message: string): string {
  if (message === text.acceptedTitle) return '';
  return message.startsWith(`${text.acceptedTitle}. `)
    ? message.slice(text.acceptedTitle.length + 2)
    : message;
}
