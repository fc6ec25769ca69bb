import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** How many browsers, in the Ukrainian plural: of 1, of 2–4, of 5 and more, of 11–14. */
export function countDevices(count: number): string {
  const [one, few, many] = text.devices;
  const isTeen = count % 100 >= 11 && count % 100 <= 14;
  const units = count % 10;
  const words = units === 1 && !isTeen ? one : units >= 2 && units <= 4 && !isTeen ? few : many;
  return formatText(words, { count });
}
