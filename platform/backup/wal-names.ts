/** Segments of one log file, of 16 MB each. */
const segmentsOfLog = 256;

/** The name of a segment: timeline, log and segment, eight hexadecimal digits each. */
const segmentName = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

export function isSegment(file: string): boolean {
  return segmentName.test(file);
}

/** Files of the log that an archive holds: segments, histories of timelines, marks of base copies. */
export function isArchived(file: string): boolean {
  return /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/.test(file);
}

/** The place of a segment in the log, whatever its timeline. @throws Error for what is no segment. */
export function positionOf(segment: string): number {
  const [, , log = '', number = ''] = segmentName.exec(segment) ?? [];
  if (log === '') throw new Error(`not a segment of the write-ahead log: ${segment}`);
  return Number.parseInt(log, 16) * segmentsOfLog + Number.parseInt(number, 16);
}

/** The first position from one on that no segment has; a restore ends before it. */
export function firstGap(segments: Iterable<string>, from: number): number {
  const positions = new Set([...segments].map(positionOf));
  let next = from;
  while (positions.has(next)) next += 1;
  return next;
}
