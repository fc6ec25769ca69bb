/** A theme of the cabinet. */
export type Theme = 'light' | 'dark';

/** '#1d4ed8': six digits. */
export const colourPattern = /^#[0-9a-f]{6}$/;

/**
 * What an accent is seen on, by theme, in the tokens of web/ui/tokens.css: links stand on them as text, and the surface is
 * the colour of text on the accent.
 */
export const grounds = {
  light: { ground: '#fffdf8', surface: '#ffffff', sunken: '#f6f2e9', notice: '#eaf0fb' },
  dark: { ground: '#0e1526', surface: '#172036', sunken: '#0b1120', notice: '#1a2848' },
} as const satisfies Record<Theme, Record<string, string>>;
export type Ground = keyof (typeof grounds)['light'];

/** The accents that come with the product. */
export const standardAccent = { light: '#1d4ed8', dark: '#9db7ff' } as const satisfies Record<Theme, string>;

/** WCAG 2.2 AA for text. */
export const leastContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

/** 0–1 each. */
function channelsOf(colour: string): Channels {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours by WCAG: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The pair of an accent with the least contrast, when it is too little; undefined: all pairs pass. */
export function failingPair(
  accent: string,
  theme: Theme,
): { readonly ground: Ground; readonly contrast: number } | undefined {
  const pairs = Object.entries(grounds[theme]).map(([ground, colour]) => ({
    ground: ground as Ground,
    contrast: contrastOf(accent, colour),
  }));
  const [worst] = pairs.toSorted((one, other) => one.contrast - other.contrast);
  return worst && worst.contrast < leastContrast ? worst : undefined;
}

/** A colour as hue and saturation; lightness is what is changed. */
function withLightness(colour: string, lightness: number): string {
  const [red, green, blue] = channelsOf(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = most - least;
  const now = (most + least) / 2;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * now - 1));
  const sector =
    spread === 0
      ? 0
      : most === red
        ? ((green - blue) / spread + 6) % 6
        : most === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const digits = [0, 8, 4].map((shift) => {
    const place = (shift + sector * 2) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

const steps = 400;

/** The same hue in the nearest lightness that passes on every ground; the colour itself when it passes. */
export function nearestAccent(accent: string, theme: Theme): string {
  if (failingPair(accent, theme) === undefined) return accent;
  const [red, green, blue] = channelsOf(accent);
  const now = (Math.max(red, green, blue) + Math.min(red, green, blue)) / 2;
  const passing = Array.from({ length: steps + 1 }, (_, step) => step / steps)
    .toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now))
    .map((lightness) => withLightness(accent, lightness))
    .find((colour) => failingPair(colour, theme) === undefined);
  return passing ?? standardAccent[theme];
}
