import { expect, test } from 'vitest';
import { createPdf } from './create-pdf.ts';
import { drawQr, isUnderSign, qrModules } from './draw-qr.ts';
import { scanPdf } from './testing/scan-pdf.ts';

const shape = { levels: ['quartile', 'medium'], leastVersion: 10, maxVersion: 17 } as const;
const sign = { text: '₴', part: 0.2 };
const prefix = 'https://qr.bank.gov.ua/';
const info = {
  title: 'Код',
  subject: 'Код',
  author: 'Світло',
  createdAt: Date.parse('2026-11-05T07:00:00Z'),
};

function draw(content: string, size: number, limits: Parameters<typeof qrModules>[1] = shape) {
  return createPdf(info, (pdf) => {
    pdf.leaf('Figure', () => drawQr(pdf, content, { x: 60, y: 80, size }, limits, sign), { alt: 'Код' });
  });
}

test.each([40, 200, 250, 300, 400, 475])(
  'a payment code of %i characters is readable in a PDF with its sign',
  async (length) => {
    const text = prefix + 'QkNECjAwMwoyClhDVAoK0s7CICLR4rPy6-4g4iDks-wiClVB'.repeat(12).slice(0, length);
    expect(scanPdf(await draw(text, 144))).toBe(text);
  },
);

test.each([
  [40, 57],
  [290, 81],
  [475, 85],
])('qrModules keeps to the allowed versions for a text of %i characters', (length, side) => {
  expect(qrModules(prefix + 'a'.repeat(length), shape).length).toBe(side);
});

test('qrModules uses a weaker level only where the stronger does not fit', () => {
  const weak = { levels: ['medium', 'low'], leastVersion: 1, maxVersion: 15 } as const;
  expect(qrModules('a'.repeat(412), weak).length).toBe(77);
  expect(qrModules('a'.repeat(413), weak).length).toBe(69);
  expect(qrModules('a'.repeat(500), weak).length).toBe(77);
  expect(() => qrModules('a'.repeat(521), weak)).toThrow(RangeError);
});

test('a code of the weakest level is readable with the sign', async () => {
  const weak = { levels: ['medium', 'low'], leastVersion: 1, maxVersion: 15 } as const;
  const text = `https://bank.gov.ua/qr/${'QkNECjAwMgoy'.repeat(40).slice(0, 477)}`;
  expect(scanPdf(await draw(text, 144, weak))).toBe(text);
});

test('drawQr never draws a module smaller than half a millimetre', async () => {
  const longest = prefix + 'a'.repeat(475);
  await expect(draw(longest, 131)).rejects.toThrow(RangeError);
  expect(scanPdf(await draw(longest, 132))).toBe(longest);
});

test('isUnderSign covers about three percent of the modules', () => {
  const side = 85;
  const every = Array.from({ length: side * side }, (_, index) => index);
  const covered = every.filter((index) => isUnderSign(Math.floor(index / side), index % side, side, 0.2));
  expect(covered.length / every.length).toBeGreaterThan(0.025);
  expect(covered.length / every.length).toBeLessThan(0.035);
});
