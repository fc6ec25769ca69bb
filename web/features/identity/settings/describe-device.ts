import { formatText } from '#contract/messages/format-text.ts';
import { text } from './text.ts';

/** A device as a customer recognises it. */
export interface DeviceDescription {
  /** "Chrome на Windows", or the device's own name when the browser is unknown. */
  name: string;
  /** The icon. */
  kind: 'mobile' | 'computer';
}

const MAX_LENGTH = 60;

// The order matters: most browsers also name those they are derived from.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string, DeviceDescription['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'mobile'],
  [/\biPad\b/, 'iPad', 'mobile'],
  [/\bAndroid\b/, 'Android', 'mobile'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/**
 * Names the device of a session by its user agent. It is only a hint to recognise one's own device, because a user
 * agent can be anything.
 */
export function describeDevice(userAgent: string): DeviceDescription {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent));
  const kind = system?.[2] ?? 'computer';
  if (browser && system) return { name: formatText(text.browserOn, { browser, system: system[1] }), kind };
  const given = userAgent.trim();
  if (given === '') return { name: text.unknownDevice, kind };
  return { name: given.length > MAX_LENGTH ? `${given.slice(0, MAX_LENGTH - 1)}…` : given, kind };
}
