/** Colours of printed documents: the day theme of design/look.md on white paper. */
export const paper = {
  ink: '#14213D',
  quiet: '#5A6478',
  line: '#E6E2D8',
  tint: '#FBF8F0',
  lamp: '#FFC53D',
  night: '#3B4A6B',
  white: '#FFFFFF',
} as const;

/** A4 in points. */
export const pageSize = { width: 595.28, height: 841.89, margin: 40 } as const;
