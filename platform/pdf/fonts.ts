import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheLayouts } from './cache-layouts.ts';

export type FontName = 'regular' | 'semibold' | 'bold';

const folder = join(import.meta.dirname, 'fonts');

// The reader of fonts that the PDF library itself has: what it has read it takes as a font too.
const { create }: { create(content: Buffer): object } = createRequire(import.meta.resolve('pdfkit'))(
  'fontkit',
);

function read(file: string): object {
  return cacheLayouts(create(readFileSync(join(folder, file))));
}

/**
 * Onest (SIL Open Font Licence, see fonts/LICENSE-onest.txt), cut to Ukrainian and Latin letters; read and taken apart once per
 * process, not once per document: that was most of the work of a document.
 */
export const fonts: Readonly<Record<FontName, object>> = {
  regular: read('onest-regular.ttf'),
  semibold: read('onest-semibold.ttf'),
  bold: read('onest-bold.ttf'),
};
