import { pageSize } from '#platform/pdf/paper.ts';

const gap = 22;
const sideWidth = 172;

/** Where things stand on the page, in points. */
export const layout = {
  left: pageSize.margin,
  width: pageSize.width - 2 * pageSize.margin,
  mainWidth: pageSize.width - 2 * pageSize.margin - sideWidth - gap,
  sideLeft: pageSize.width - pageSize.margin - sideWidth,
  sideWidth,
  slipTop: 738,
} as const;
