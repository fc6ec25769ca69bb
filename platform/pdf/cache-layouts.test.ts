import { expect, test, vi } from 'vitest';
import { cacheLayouts, createPdf } from './create-pdf.ts';
import { readPdfText } from './testing/read-pdf-text.ts';

function countingFont() {
  const asked: string[] = [];
  const layout = (text: string) => {
    asked.push(text);
    return { glyphs: [{ id: 1 }, { id: 2 }], positions: [{ xAdvance: 3 }, { xAdvance: 4 }], advanceWidth: 7 };
  };
  return { font: { unitsPerEm: 1000, layout }, asked };
}

test("cacheLayouts lays out a text once, and a caller's changes do not affect others", () => {
  const { font, asked } = countingFont();
  const cached = cacheLayouts(font);
  const first = cached.layout('Разом');
  for (const position of first.positions) position.xAdvance *= 10;
  expect(first.advanceWidth).toBe(70);
  expect(cached.layout('Разом').advanceWidth).toBe(7);
  expect(asked).toEqual(['Разом']);
  expect(cached.unitsPerEm).toBe(1000);
});

test('cacheLayouts limits the cached texts', () => {
  const { font, asked } = countingFont();
  const cached = cacheLayouts(font);
  for (let number = 0; number < 5000; number++) cached.layout(String(number));
  cached.layout('0');
  expect(asked.length).toBe(5001);
});

test('cacheLayouts refuses what is no font', () => {
  expect(() => cacheLayouts({})).toThrow(TypeError);
});

test('documents drawn concurrently keep their glyphs apart', async () => {
  const info = { title: 'А', subject: 'А', author: 'А', createdAt: 0 };
  const texts = ['Рахунок АВЕ', 'Bill ABE 123', 'Їжак ґанок'];
  const documents = await Promise.all(
    texts.map((text) =>
      createPdf(info, (pdf) => pdf.leaf('P', () => void pdf.text(text, { x: 40, y: 40, width: 300 }))),
    ),
  );
  expect(documents.map((document) => readPdfText(document).trim())).toEqual(texts);
});

test('letters that are parts of others can be selected in the documents after', async () => {
  // The fonts of another file of this worker have been asked for all letters.
  vi.resetModules();
  const fresh = await import('./create-pdf.ts');
  const info = { title: 'А', subject: 'А', author: 'А', createdAt: 0 };
  for (const font of ['regular', 'semibold', 'bold'] as const) {
    const write = (text: string) =>
      fresh.createPdf(info, (pdf) => pdf.leaf('P', () => void pdf.text(text, { x: 40, y: 40, font })));
    await write('Їжй');
    expect(readPdfText(await write('Ідемо, и Kyiv E')).trim()).toBe('Ідемо, и Kyiv E');
  }
});
