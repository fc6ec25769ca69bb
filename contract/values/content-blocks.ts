import * as z from 'zod/mini';
import { linkField } from '../directory.ts';
import { textField } from '../fields.ts';
import { maxText, minText } from './text-length.ts';

/** Text that is not empty. */
export const filled = (maximum: number) => textField(maximum).check(z.trim(), minText(1, 'field.required'));
const itemsField = z.array(filled(1000)).check(z.minLength(1), z.maxLength(50));

/** A block of an article or of a legal text. */
const blockField = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), text: filled(2000) }),
  z.object({ kind: z.literal('heading'), text: filled(200) }),
  z.object({ kind: z.literal('steps'), items: itemsField }),
  z.object({ kind: z.literal('list'), items: itemsField }),
  z.object({ kind: z.literal('note'), text: filled(2000) }),
  z.object({ kind: z.literal('link'), text: filled(200), href: linkField.check(maxText(500)) }),
]);

export const contentBlocksSchema = z
  .array(blockField)
  .check(z.minLength(1, { error: 'field.required' }), z.maxLength(100));
