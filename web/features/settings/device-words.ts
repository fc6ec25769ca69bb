import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** A device as a customer recognises it. */
export interface DeviceWords {
  /** "Chrome на Windows", or what the device calls itself when it is no browser that is known. */
  name: string;
  /** What it looks like. */
  kind: 'mobile' | 'computer';
}

const LONGEST = 60;

// The order decides: most browsers also name those they descend from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, DeviceWords['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'mobile'],
  [/\biPad\b/, 'iPad', 'mobile'],
  [/\bAndroid\b/, 'Android', 'mobile'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/**
 * Names the device of a session by the user agent it was opened with. It is only a help to recognise one's own: a device
 * may call itself whatever it likes.
 */
export function deviceWords(userAgent: string): DeviceWords {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  const kind = system?.[2] ?? 'computer';
  if (browser && system) return { name: formatText(text.browserOn, { browser, system: system[1] }), kind };
  const given = userAgent.trim();
  if (given === '') return { name: text.unknownDevice, kind };
  return { name: given.length > LONGEST ? `${given.slice(0, LONGEST - 1)}…` : given, kind };
}
