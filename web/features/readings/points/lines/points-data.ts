import type { OutputOf } from '#contract/define-call.ts';
import { readingPoints, type submitPoints } from '#contract/readings/points.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';

export type PointsData = OutputOf<typeof readingPoints>;
export type Point = PointsData['points'][number];
export type PointRow = Point['rows'][number];
/** A zone of active energy, or a channel beside it. */
export type Kind = PointRow['kind'];
export type SubmittedRow = OutputOf<typeof submitPoints>['rows'][number];

/** A meter of a metering point with its rows: what is submitted and assessed together. */
export interface PointMeter {
  readonly meterId: string;
  readonly point: Point;
  readonly rows: readonly PointRow[];
}

/** A row of the table: one value to type. */
export interface Line {
  /** Unique in the account, and the id of the cell in the page: "cell-<meter>-day". */
  readonly id: string;
  readonly meter: PointMeter;
  readonly point: Point;
  readonly row: PointRow;
}

/** All metering points of an account with their rows. Their table is due 200 ms after them on a slow device: no time to wait. */
export const pointsQuery = (account: string) => ({
  ...accountQuery(readingPoints, account),
  meta: { isDueAtOnce: true },
});

const channels: ReadonlySet<Kind> = new Set(['export', 'reactiveImport', 'reactiveExport']);

/** A− and reactive energy: checked for digits only, without a price. */
export function isChannel(kind: Kind): kind is 'export' | 'reactiveImport' | 'reactiveExport' {
  return channels.has(kind);
}

/** The numbers of the meters, each once. */
export function serialsOf(points: readonly Point[]): readonly string[] {
  const serials = points.flatMap(({ rows }) =>
    rows.map(({ meterId, serialNumber }) => [meterId, serialNumber] as const),
  );
  return [...new Map(serials).values()];
}

/** The rows of the table in the order of the points. */
export function linesOf(points: readonly Point[]): readonly Line[] {
  return points.flatMap((point) => {
    const ids = new Set(point.rows.map(({ meterId }) => meterId));
    return [...ids].flatMap((meterId) => {
      const rows = point.rows.filter((row) => row.meterId === meterId);
      const meter = { meterId, point, rows };
      return rows.map((row) => ({ id: `cell-${meterId}-${row.kind}`, meter, point, row }));
    });
  });
}
