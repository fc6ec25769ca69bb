import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type FontName = 'regular' | 'semibold' | 'bold';

const folder = join(import.meta.dirname, 'fonts');

/** Onest (SIL Open Font Licence, see fonts/LICENSE-onest.txt), cut to Ukrainian and Latin letters; read once per process. */
export const fonts: Readonly<Record<FontName, Buffer>> = {
  regular: readFileSync(join(folder, 'onest-regular.ttf')),
  semibold: readFileSync(join(folder, 'onest-semibold.ttf')),
  bold: readFileSync(join(folder, 'onest-bold.ttf')),
};
