import { useQuery } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useMay } from '#web/session/rights/use-may.ts';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { NothingFound } from '#web/ui/list/nothing-found.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { text as readingsText } from '../text.ts';
import { WindowNotice } from '../window-notice.tsx';
import { BlockedPoints } from './blocked-points.tsx';
import { type Arrangement, arrangeLines, lineStateOf } from './lines/arrange-lines.ts';
import { assessMeter, emptyEntry } from './lines/assess-meter.ts';
import type { PastedBlock } from './lines/parse-block.ts';
import { type Line, linesOf, type PointsData, pointsQuery } from './lines/points-data.ts';
import { dropGiven, pointsStore } from './lines/points-store.ts';
import type { TableFacts } from './point-line.tsx';
import styles from './points.module.css';
import { PointsSkeleton } from './points-skeleton.tsx';
import { type CellFinder, PointsTable } from './points-table.tsx';
import { PointsToolbar } from './points-toolbar.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { text } from './text.ts';

// Asked for after the table, or not at all.
const MeterCard = lazy(() => import('./meter-card.tsx').then((module) => ({ default: module.MeterCard })));
const ProblemList = lazy(() =>
  import('./problem-list.tsx').then((module) => ({ default: module.ProblemList })),
);
const WorkbookPart = lazy(() =>
  import('./workbook/workbook-part.tsx').then((module) => ({ default: module.WorkbookPart })),
);

/** The table is painted before other parts are drawn and their code is asked for, which a slow device takes as long for as for its rows. */
const afterPictureMs = 100;

interface PointsViewProps {
  account: string;
  /** The address for photos of a meter; undefined while unknown. */
  supplierEmail: string | undefined;
  /** The contacts of the supplier. */
  help: ReactNode;
  arrangement: Arrangement;
  /** Puts the arrangement into the address. */
  onArrange: (change: Partial<Arrangement>) => void;
  /** The first picture of the table stands: other parts follow. */
  hasPicture: boolean;
  onPicture: () => void;
}

/** All points of an account: the table, its totals, the workbook and the report. */
export function PointsView(props: PointsViewProps) {
  const query = useQuery(pointsQuery(props.account));
  return (
    <QueryPart query={query} failed={readingsText.pointsFailed} skeleton={<PointsSkeleton />}>
      {(data) =>
        data.points.length === 0 ? (
          <Notice kind="warn" title={text.noPoints}>
            <p>{text.noPointsHelp}</p>
            {props.help}
          </Notice>
        ) : (
          <LoadedPoints {...props} data={data} />
        )
      }
    </QueryPart>
  );
}

function LoadedPoints(props: PointsViewProps & { data: PointsData }) {
  const { account, supplierEmail, help, arrangement, onArrange, hasPicture, onPicture, data } = props;
  const { points, window, rules, customerType } = data;
  const store = pointsStore(account, window.period);
  const mayGive = useMay('points', 'change');
  const finder = useRef<CellFinder>(null);
  const [card, setCard] = useState<Line>();
  const [pasted, setPasted] = useState<PastedBlock>();
  // What was typed when the order was asked for: a row does not go away under the hands.
  const [judged, setJudged] = useState(() => store.getState().entries);
  const lines = useMemo(() => linesOf(points), [points]);
  // Closed lists last of all: a key is heard before them.
  const isListed = useDeferredValue(hasPicture);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(onPicture, afterPictureMs);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [onPicture]);
  const facts = useMemo<TableFacts>(
    () => ({ store, onCard: setCard, context: { window, rules, customerType, email: supplierEmail } }),
    [store, window, rules, customerType, supplierEmail],
  );
  useEffect(() => dropGiven(store, lines, facts.context), [store, lines, facts]);
  const arrange = (change: Partial<Arrangement>) => {
    setJudged(store.getState().entries);
    onArrange(change);
  };
  const groups = useMemo(() => {
    const assessed = (line: Line) => {
      const entry = judged[line.meter.meterId] ?? emptyEntry;
      return { entry, assessment: assessMeter(line.meter, entry, facts.context) };
    };
    return arrangeLines(lines, arrangement, {
      stateOf: (line) => {
        const { entry, assessment } = assessed(line);
        return lineStateOf(line, entry, assessment, facts.context);
      },
      energyOf: (line) => assessed(line).assessment.energy[line.row.kind] ?? -1,
    });
  }, [lines, arrangement, judged, facts]);
  const shown = groups.reduce((sum, group) => sum + group.lines.length, 0);
  const focusCell = (id: string) => {
    // A filter may hide the row.
    if (groups.some((group) => group.lines.some((line) => line.id === id))) finder.current?.focusCell(id);
    else {
      wanted.current = id;
      arrange({ term: '', state: undefined });
    }
  };
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (groups.length === 0 || wanted.current === undefined) return;
    finder.current?.focusCell(wanted.current);
    wanted.current = undefined;
  }, [groups]);
  const onSort = (sort: NonNullable<Arrangement['sort']>) => {
    const isSame = arrangement.sort === sort;
    if (isSame && arrangement.isDescending) arrange({ sort: undefined, isDescending: false });
    else arrange({ sort, isDescending: isSame });
  };
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        {points.some(({ blocked }) => blocked === null) && <WindowNotice window={window} />}
        <BlockedPoints points={points} help={help} isListed={isListed} />
      </div>
      <PointsToolbar
        lines={lines}
        facts={facts}
        arrangement={arrangement}
        onArrange={arrange}
        onCell={focusCell}
      />
      <p role="status" className={styles.pasted}>
        {pasted && pastedWords(pasted)}
      </p>
      <div className={styles.sheet}>
        {shown === 0 ? (
          <NothingFound
            title={text.nothingFound}
            help={text.nothingFoundHelp}
            showAllLabel={text.showAll}
            onShowAll={() => arrange({ term: '', state: undefined })}
          />
        ) : (
          <PointsTable
            groups={groups}
            all={lines}
            facts={facts}
            sort={arrangement.sort}
            isDescending={arrangement.isDescending}
            onSort={onSort}
            onPasted={setPasted}
            finder={finder}
          />
        )}
        {hasPicture && (
          <Suspense>
            <ProblemList lines={lines} facts={facts} onCell={focusCell} />
          </Suspense>
        )}
      </div>
      {mayGive && (
        <>
          <Keys isListed={isListed} />
          <SubmitBar
            account={account}
            lines={lines}
            facts={facts}
            onAnswered={() => setJudged(store.getState().entries)}
          />
        </>
      )}
      <Suspense fallback={<Skeleton shape="tile" />}>
        {hasPicture ? <WorkbookPart account={account} /> : <Skeleton shape="tile" />}
      </Suspense>
      {card && (
        <Suspense>
          <MeterCard account={account} line={card} help={help} onClose={() => setCard(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** What the keys do in the table. */
function Keys({ isListed }: { isListed: boolean }) {
  return (
    <div className={styles.keysPart}>
      <Disclosure summary={text.keys}>
        {isListed && (
          <dl className={styles.keys}>
            {text.keysHelp.map(([keys, what]) => (
              <div key={keys}>
                <dt>{keys}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        )}
      </Disclosure>
    </div>
  );
}

/** How many of the unknown codes are named. */
const namedCodes = 3;

function pastedWords({ values, unknown, blocked, left }: PastedBlock): string {
  if (values.length === 0 && unknown.length === 0 && blocked === 0) return text.pastedNothing;
  const named = unknown.slice(0, namedCodes).join(', ');
  const codes =
    unknown.length > namedCodes
      ? formatText(text.pastedMore, { codes: named, n: unknown.length - namedCodes })
      : named;
  return [
    formatText(text.pasted, { n: values.length }),
    unknown.length > 0 && formatText(text.pastedUnknown, { codes }),
    blocked > 0 && formatText(text.pastedBlocked, { n: blocked }),
    left > 0 && formatText(text.pastedLeft, { n: left }),
  ]
    .filter(Boolean)
    .join(' ');
}
