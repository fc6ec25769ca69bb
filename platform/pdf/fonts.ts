import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cacheLayouts } from './cache-layouts.ts';

export type FontName = 'regular' | 'semibold' | 'bold';

const folder = join(import.meta.dirname, 'fonts');

// The font reader of the PDF library, which accepts its parsed fonts.
const { create }: { create(content: Buffer): object } = createRequire(import.meta.resolve('pdfkit'))(
  'fontkit',
);

function read(file: string): object {
  return cacheLayouts(create(readFileSync(join(folder, file))));
}

/**
 * Onest (SIL Open Font Licence, see fonts/LICENSE-onest.txt), subset to Ukrainian and Latin letters; parsed once per
 * process, because parsing was most of the time of a document.
 */
export const fonts: Readonly<Record<FontName, object>> = {
  regular: read('onest-regular.ttf'),
  semibold: read('onest-semibold.ttf'),
  bold: read('onest-bold.ttf'),
};
