import { catalogue, type MessageCode } from './catalogue.ts';
import { formatText, type MessageParams } from './format-text.ts';

export type { MessageParams } from './format-text.ts';

/** The text of a code with its values filled in by `formatText`. */
export function formatMessage(code: MessageCode, params: MessageParams = {}): string {
  return formatText(catalogue[code], params);
}

/** Whether a text is a code of the catalogue. */
export function isMessageCode(text: string): text is MessageCode {
  return Object.hasOwn(catalogue, text);
}
