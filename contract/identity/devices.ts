/** Browsers by a pattern of the user agent, as JavaScript and PostgreSQL read it; most browsers also name those they are derived from. */
export const browserPatterns: readonly (readonly [pattern: string, name: string])[] = [
  ['Edg(e|A|iOS)?/', 'Edge'],
  ['(OPR|Opera)/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['(Firefox|FxiOS)/', 'Firefox'],
  ['(Chrome|CriOS|Chromium)/', 'Chrome'],
  ['Safari/', 'Safari'],
];

/** Systems by a pattern of the user agent, in this order. */
export const systemPatterns: readonly (readonly [
  pattern: string,
  name: string,
  kind: 'mobile' | 'computer',
])[] = [
  ['iPhone', 'iPhone', 'mobile'],
  ['iPad', 'iPad', 'mobile'],
  ['Android', 'Android', 'mobile'],
  ['Windows', 'Windows', 'computer'],
  ['Macintosh', 'macOS', 'computer'],
  ['CrOS', 'ChromeOS', 'computer'],
  ['Linux', 'Linux', 'computer'],
];
