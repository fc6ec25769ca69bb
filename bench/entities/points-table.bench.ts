import type { CDPSession, Page } from '@playwright/test';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { createProductClock } from '#e2e/support/product/product-clock.ts';
import { fillSignIn, sampleSignIns } from '#e2e/support/sample-users.ts';
import { systemClock } from '#platform/clock.ts';
import { median } from '../support/median.ts';
import { openBenchProduct } from '../support/open-product.ts';
import type { TraceEvent } from '../support/processor-time.ts';
import { openBenchBrowser } from '../support/signed-in-browser.ts';

/** The chain of the sample: an account of 312 points with one row each. */
const account = '1000000002';
const chainRows = 312;
const path = '/cabinet/entity/indication';
/** Times slower than this machine. */
const slowdown = 4;
const loads = 9;
const readyMark = 'table-ready';

const screens = {
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
} as const;
type Screen = keyof typeof screens;

/** Milliseconds after the data arrived. */
interface TableTimes {
  /** The frame in which every row in view has its cell is painted. */
  readonly ready: number;
  /** The frame in which all rows of the account are drawn is painted. */
  readonly whole: number;
  /** The longest time in which the page could not answer a key, from `ready` to `whole`. */
  readonly pause: number;
  /** Elements of the table when all rows are drawn. */
  readonly elements: number;
}

export interface PointsTableResult {
  readonly screen: Screen;
  /**
   * Median over loads of the processor time that the page's thread takes until `ready`, times the slowdown, ms: tells a busy
   * machine from a slow page.
   */
  readonly processor: number;
  /** Median and maximum of the loads by the clock, ms. */
  readonly ready: number;
  readonly slowest: number;
  readonly whole: number;
  readonly pause: number;
  readonly elements: number;
}

/**
 * The table of a chain's points on the day on which readings are taken, with a processor four times slower: from the last
 * byte of its data to the painted frame in which the rows in view can be typed in, on the screens of a phone and a desk.
 * That frame is the one whose animation callback finds the rows: its end is the first task after it. To wait for another
 * frame would count what the page draws after the rows.
 */
export async function benchPointsTable({
  url: running,
  log = () => undefined,
}: {
  readonly url?: string;
  readonly log?: (line: string) => void;
} = {}): Promise<PointsTableResult[]> {
  const lastDay = addDays(firstDayAfter(periodOf(kyivDateOf(systemClock.now()))), -1);
  const clock = await createProductClock();
  const product = running === undefined ? await openBenchProduct(clock.environment) : undefined;
  // After the sample is made: that of a day to come would be found in its folder by the next product.
  clock.set(kyivInstant(lastDay, 12, 0));
  const url = running ?? product?.url ?? '';
  const browser = await openBenchBrowser();
  try {
    const page = await browser.context.newPage();
    await page.goto(url + sampleSignIns.entityOfTwo.path);
    await fillSignIn(page, sampleSignIns.entityOfTwo);
    await page.waitForURL(/\/cabinet\/entity/);
    await page.getByRole('button', { name: new RegExp(account) }).click();
    await page.waitForURL(/\/cabinet\/entity\/indication/);
    await page.addInitScript(watchTable, { chainRows, readyMark });
    const session = await browser.context.newCDPSession(page);
    const results: PointsTableResult[] = [];
    for (const screen of Object.keys(screens) as Screen[]) {
      await page.setViewportSize(screens[screen]);
      // Without its time: code and styles come from the cache afterwards.
      await load(page, session, url);
      const times: TableTimes[] = [];
      for (let round = 0; round < loads; round += 1) times.push(await load(page, session, url));
      const processor: number[] = [];
      for (let round = 0; round < loads; round += 1) processor.push(await traceLoad(page, session, url));
      const of = (name: keyof TableTimes) => times.map((one) => one[name]);
      const result = {
        screen,
        processor: median(processor),
        ready: median(of('ready')),
        slowest: Math.max(...of('ready')),
        whole: median(of('whole')),
        pause: median(of('pause')),
        elements: Math.max(...of('elements')),
      };
      results.push(result);
      log(`${screen}: ready ${listed(of('ready'))} ms, by processor time ${listed(processor)} ms`);
    }
    return results;
  } finally {
    await browser.close();
    await product?.close();
    await clock.remove();
  }
}

declare global {
  interface Window {
    tableTimes?: Promise<TableTimes>;
  }
}

async function load(page: Page, session: CDPSession, url: string): Promise<TableTimes> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url + path);
  const times = await page.evaluate(() => window.tableTimes);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  if (!times) throw new Error('the table was not watched');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  return times;
}

const listed = (times: readonly number[]) => times.map((ms) => ms.toFixed(0)).join(', ');

interface TimedEvent extends TraceEvent {
  readonly args?: { readonly data?: { readonly url?: string; readonly requestId?: string } };
}

/** Processor time from the end of the data to the painted frame, at the slowdown; measured at full speed. */
async function traceLoad(page: Page, session: CDPSession, url: string): Promise<number> {
  const events: TimedEvent[] = [];
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TimedEvent[]));
  session.on('Tracing.dataCollected', collect);
  const includedCategories = ['devtools.timeline', 'toplevel', 'blink.user_timing'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await page.goto(url + path);
  await page.evaluate(() => window.tableTimes);
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const request = events.find(
    ({ name, args }) => name === 'ResourceSendRequest' && args?.data?.url?.endsWith('/api/readings/points'),
  );
  const arrived = events.find(
    ({ name, args }) => name === 'ResourceFinish' && args?.data?.requestId === request?.args?.data?.requestId,
  );
  const ready = events.find(({ name }) => name === readyMark);
  if (!request || !arrived || !ready) throw new Error('the trace lacks the data or the table');
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name.endsWith('RunTask') && pid === ready.pid && tid === ready.tid && ts >= arrived.ts && ts < ready.ts,
  );
  return (slowdown * tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0)) / 1000;
}

/** Runs in each page before its own code: looks at the table frame by frame. */
function watchTable({ chainRows: all, readyMark: mark }: { chainRows: number; readyMark: string }): void {
  window.tableTimes = new Promise((done, failed) => {
    const started = performance.now();
    let [arrived, ready, last, pause] = [0, 0, 0, 0];
    const rowsInView = () =>
      [...document.querySelectorAll('main table[aria-rowcount] tbody')].filter((body) => {
        const { top, bottom } = body.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
    const isReady = () => {
      const bodies = rowsInView();
      return bodies.length > 0 && bodies.every((body) => body.querySelector('tr[data-state]'));
    };
    const look = () => {
      const now = performance.now();
      if (now - started > 60_000) return failed(new Error('the table did not come'));
      arrived ||=
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('/api/readings/points'))
          .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
          .at(-1) ?? 0;
      if (ready > 0) pause = Math.max(pause, now - last);
      last = now;
      if (ready === 0 && arrived > 0 && isReady()) {
        // `look` runs in the frame that paints these rows: it is painted before the next task.
        setTimeout(() => {
          ready = performance.now();
          performance.mark(mark);
          last = ready;
          requestAnimationFrame(look);
        });
        return;
      }
      const drawn = document.querySelectorAll('main tbody tr[data-state]').length;
      if (ready > 0 && drawn >= all) {
        setTimeout(() => {
          const elements = document.querySelectorAll('main table[aria-rowcount] *').length;
          done({ ready: ready - arrived, whole: performance.now() - arrived, pause, elements });
        });
        return;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** `node bench/entities/points-table.bench.ts [url]`: with an address, a product that runs already. */
if (import.meta.main) {
  const url = process.argv[2];
  const results = await benchPointsTable({ ...(url && { url }), log: (line) => console.log(line) });
  for (const { screen, processor, ready, slowest, whole, pause, elements } of results)
    console.log(
      `${screen}: ready by processor time ${processor.toFixed(0)} ms, by the clock ${ready.toFixed(0)} ms, at most ${slowest.toFixed(0)}; all rows ${whole.toFixed(0)} ms, longest pause ${pause.toFixed(0)} ms, ${elements} elements`,
    );
}
