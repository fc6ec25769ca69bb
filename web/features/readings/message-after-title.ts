import { text } from './text.ts';

/** What a receipt says below its title: that it was accepted, the title says already. */
export function messageAfterTitle(message: string): string {
  if (message === text.acceptedTitle) return '';
  return message.startsWith(`${text.acceptedTitle}. `)
    ? message.slice(text.acceptedTitle.length + 2)
    : message;
}
