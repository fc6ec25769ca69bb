import { cpus } from 'node:os';
import { benchStatement } from './bank-statement.bench.ts';
import { benchBillPdf } from './bill-pdf.bench.ts';
import { benchCallbacks } from './callbacks.bench.ts';
import { benchClosing } from './closing.bench.ts';
import { benchDesk } from './desk/desk.bench.ts';
import { benchMessages } from './desk/messages.bench.ts';
import { benchReadingsWithDesk } from './desk/readings-with-desk.bench.ts';
import { benchStreams } from './desk/streams.bench.ts';
import { benchEntityCalls } from './entities/entity-calls.bench.ts';
import { benchEntityPoints } from './entities/entity-points.bench.ts';
import { benchKeyOpening } from './entities/key-opening.bench.ts';
import { benchMonthArchive } from './entities/month-archive.bench.ts';
import { benchOneMeter } from './entities/one-meter.bench.ts';
import { benchPointsTable } from './entities/points-table.bench.ts';
import { benchSignatures } from './entities/signatures.bench.ts';
import { benchLighthouse, describe, holds } from './lighthouse.bench.ts';
import { benchAudit } from './management/audit.bench.ts';
import { benchCard } from './management/card.bench.ts';
import { benchFind } from './management/find.bench.ts';
import { benchRules } from './management/rules.bench.ts';
import { benchTrial } from './management/trial.bench.ts';
import { benchNavigation } from './navigation.bench.ts';
import { countPages, describePage } from './pages/count-pages.bench.ts';
import { benchPersonCalls } from './person-calls.bench.ts';
import { benchReadings } from './readings.bench.ts';
import { benchReadingsWhileClosing } from './readings-while-closing.bench.ts';
import { benchCallLog, benchWatched } from './records/call-log.bench.ts';
import { benchRecords } from './records/records.bench.ts';
import { benchReports } from './records/reports.bench.ts';
import { benchXlsx } from './records/xlsx.bench.ts';
import { scaleBenchmarks } from './scale/scale-benchmarks.ts';
import { benchBackup } from './server/backup.bench.ts';
import { benchEventLoop, type EventLoopTime } from './server/event-loop.bench.ts';
import { benchGrowth, sumOf } from './server/growth.bench.ts';
import { growthDocument, growthTable, stayingOf, writeGrowthTable } from './server/growth-table.ts';
import { benchKills, benchRollingRestart } from './server/restarts.bench.ts';
import { benchSignIn } from './sign-in.bench.ts';

function log(line: string): void {
  console.log(`  ${line}`);
}

/** Benchmarks by name; each returns its results with whether they hold. */
const benchmarks = {
  async readings() {
    const { against, medianHttp, medianOwn, ratio, ratioToBareInserts, p99AtHalfLoad } = await benchReadings({
      log,
    });
    return [
      {
        holds: ratio >= 1,
        text: `readings over HTTP ${medianHttp.toFixed(0)}/s, one by one with ${against} ${medianOwn.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 1.0); to bare inserts ${ratioToBareInserts.toFixed(2)}`,
      },
      { holds: p99AtHalfLoad <= 25, text: `p99 at half load ${p99AtHalfLoad.toFixed(1)} ms (at most 25)` },
    ];
  },
  async callbacks() {
    const { medianHttp, medianDirect, ratio } = await benchCallbacks({ log });
    return [
      {
        holds: ratio >= 0.5,
        text: `signed reports of a provider ${medianHttp.toFixed(0)}/s, the same statements by pgbench ${medianDirect.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.5)`,
      },
    ];
  },
  async closing() {
    const { accounts, ratio, accountsPerSecond, memoryMib } = await benchClosing({ log });
    return [
      {
        holds: ratio <= 2.5,
        text: `closing ${accounts} accounts: ${accountsPerSecond.toFixed(0)}/s, ${ratio.toFixed(2)} times the ready-made rows (at most 2.5)`,
      },
      { holds: memoryMib < 512, text: `memory of the process ${memoryMib.toFixed(0)} MiB (under 512)` },
    ];
  },
  async find() {
    const { accounts, p95 } = await benchFind(log);
    return Object.entries(p95).map(([kind, ms]) => ({
      holds: ms <= 100,
      text: `found among ${accounts} accounts by ${kind}: p95 ${ms.toFixed(1)} ms (at most 100)`,
    }));
  },
  async audit() {
    const { entries, read, find } = await benchAudit(log);
    return [
      {
        holds: read <= 500,
        text: `changes of 100 actions, one a bank statement of ${entries} rows: p95 ${read.toFixed(0)} ms (at most 500)`,
      },
      {
        holds: find <= 1000,
        text: `search of what staff did among ${entries} entries, ${entries / 20} of them theirs: p95 ${find.toFixed(0)} ms (at most 1,000)`,
      },
    ];
  },
  async card() {
    const { accounts, times, scanned } = await benchCard(log);
    const worst = times.toSorted((one, other) => other.ratio - one.ratio)[0];
    return [
      {
        holds: worst !== undefined && worst.ratio <= 1.35,
        text: `${times.length} calls of the cards of a customer and an account with 24 months at ${accounts} accounts, to 300: at most ${worst?.ratio.toFixed(2)} times, ${worst?.name} (at most 1.35)`,
      },
      {
        holds: scanned.length === 0,
        text: `tables that a call of the cards reads whole: ${scanned.join(', ') || 'none'} (none)`,
      },
    ];
  },
  async trial() {
    const { accounts, ratio, ratios } = await benchTrial(log);
    return [
      {
        holds: ratio <= 1.5,
        text: `trial of a tariff over ${accounts} accounts to a closing of them: ${ratio.toFixed(2)} (at most 1.5; ${ratios.map((one) => one.toFixed(2)).join(', ')})`,
      },
    ];
  },
  async rules() {
    const { accounts, rules, terms } = await benchRules(log);
    return [
      {
        holds: rules.ratio <= 2,
        text: `preview of rules at ${accounts} accounts ${rules.many.toFixed(0)} ms, at 20,000 ${rules.few.toFixed(0)} ms: ${rules.ratio.toFixed(2)} times (at most 2), ${rules.toScan.toFixed(2)} times a count of the rows`,
      },
      {
        holds: terms.toScan <= 3,
        text: `preview of a work calendar at ${accounts} conversations ${terms.many.toFixed(0)} ms, at 20,000 ${terms.few.toFixed(0)} ms: ${terms.toScan.toFixed(2)} times a count of the rows (at most 3)`,
      },
    ];
  },
  async signatures() {
    const { own, bare, ratio } = await benchSignatures({ log });
    return [
      {
        holds: ratio <= 3,
        text: `20 signatures of 1 MiB judged in ${own.toFixed(1)} s, verified by the library alone in ${bare.toFixed(1)} s: ${ratio.toFixed(2)} times (at most 3)`,
      },
    ];
  },
  async 'month-archive'() {
    const { archiveMib, peakMib, grownMib, seconds } = await benchMonthArchive({ log });
    return [
      {
        holds: grownMib < 200,
        text: `archive of a month of 312 points with 100 signed documents, ${archiveMib.toFixed(0)} MiB in ${seconds.toFixed(1)} s: the server grew by ${grownMib.toFixed(0)} MiB (under 200), to ${peakMib.toFixed(0)} MiB`,
      },
    ];
  },
  async 'entity-calls'() {
    const times = await benchEntityCalls({ log });
    const worst = times.toSorted((one, other) => other.ratio - one.ratio)[0];
    return [
      {
        holds: worst !== undefined && worst.ratio <= 1.35,
        text: `${times.length} calls of a chain at 100,000 accounts, to 300: at most ${worst?.ratio.toFixed(2)} times, ${worst?.path} (at most 1.35)`,
      },
    ];
  },
  async 'one-meter'() {
    const times = await benchOneMeter(log);
    return times.map(({ path, serverMs, databaseMs, ratio }) => ({
      holds: serverMs <= 20 && ratio <= 1.35,
      text: `${path} of one meter of 312: ${serverMs.toFixed(1)} ms of the server (at most 20), ${databaseMs.toFixed(1)} ms of PostgreSQL, to one of 120: ${ratio.toFixed(2)} times (at most 1.35)`,
    }));
  },
  async 'entity-points'() {
    const { points, submitSeconds, readyMadeSeconds, workbookRatio, workbookMib } = await benchEntityPoints({
      log,
    });
    return [
      {
        holds: workbookRatio <= 3 && workbookMib < 300,
        text: `workbook of ${points} points: ${workbookRatio.toFixed(2)} times the reader library alone (at most 3), ${workbookMib.toFixed(0)} MiB (under 300)`,
      },
      {
        holds: submitSeconds > 0,
        text: `${points} readings of one entity in one transaction: ${submitSeconds.toFixed(1)} s, the same rows ready-made ${readyMadeSeconds.toFixed(1)} s`,
      },
    ];
  },
  async 'points-table'() {
    const screens = await benchPointsTable({ log });
    return screens.map(({ screen, processor, ready, slowest, whole, pause, elements }) => ({
      holds: ready <= 200,
      text: `table of 312 points on a ${screen}, processor slowed 4 times: ready ${ready.toFixed(0)} ms after its data (median; at most 200), slowest load ${slowest.toFixed(0)} ms, by processor time ${processor.toFixed(0)} ms, all rows ${whole.toFixed(0)} ms, longest pause until then ${pause.toFixed(0)} ms, ${elements} elements`,
    }));
  },
  async 'readings-while-closing'() {
    const { p99Alone, p99Beside, ratio } = await benchReadingsWhileClosing({ log });
    return [
      {
        holds: ratio <= 2.5,
        text: `readings at half load while a period is closed: p99 ${p99Beside.toFixed(1)} ms, alone ${p99Alone.toFixed(1)} ms: ratio ${ratio.toFixed(2)} (at most 2.5)`,
      },
    ];
  },
  async 'bill-pdf'() {
    const { bills, emptyPages, ratio, withCall, kibibytes, grownMib } = await benchBillPdf({ log });
    return [
      {
        holds: ratio <= 15,
        text: `bills as PDF ${bills.toFixed(0)}/s of ${kibibytes.toFixed(0)} KiB, ${withCall.toFixed(0)}/s with the questions for them, empty pages ${emptyPages.toFixed(0)}/s: ${ratio.toFixed(1)} times an empty page (at most 15)`,
      },
      {
        holds: grownMib <= 192,
        text: `memory grew by ${grownMib.toFixed(0)} MiB over all of them (at most 192)`,
      },
    ];
  },
  async 'bank-statement'() {
    const { rows, fileMib, copy, read, matched, booked, readyMade, memoryMib } = await benchStatement({
      log,
    });
    const times = (seconds: number) => `${seconds.toFixed(1)} s, ${(seconds / copy).toFixed(2)} times`;
    return [
      {
        holds: matched / copy <= 4,
        text: `bank statement of ${rows} rows, ${fileMib.toFixed(0)} MiB, to a plain COPY of it (${copy.toFixed(1)} s): read in ${times(read)}, every row judged in ${times(matched)} (at most 4), booked in ${times(booked)}`,
      },
      {
        holds: booked / readyMade <= 4,
        text: `reading, judging and booking, to the same rows of all tables written ready-made (${readyMade.toFixed(1)} s): ${(booked / readyMade).toFixed(2)} times (at most 4)`,
      },
      { holds: memoryMib < 512, text: `memory of the process ${memoryMib.toFixed(0)} MiB (under 512)` },
    ];
  },
  async 'call-log'() {
    const { on, off, ratio, recorded, counted } = await benchCallLog(log);
    return [
      {
        holds: ratio >= 0.95 && counted === recorded,
        text: `with records and their rollups ${on.toFixed(0)}/s, without ${off.toFixed(0)}/s: ratio ${ratio.toFixed(3)} (at least 0.95)`,
      },
    ];
  },
  async records() {
    const { empty, filled, p95, perSecond, differing } = await benchRecords(log);
    return [
      {
        holds: filled <= 1.2 * empty && differing === 0,
        text: `200 calls and 500 of modules recorded with all rollups in ${filled.toFixed(1)} ms beside records of 30 days (p95 ${p95.toFixed(1)} ms), ${empty.toFixed(1)} ms in an empty database: ${(filled / empty).toFixed(2)} times (at most 1.2); ${perSecond.toFixed(0)} records/s; ${differing} not counted (0)`,
      },
    ];
  },
  async reports() {
    const reports = await benchReports(log);
    return reports.map(({ name, p95, atMost, growth }) => ({
      holds: p95 <= atMost && growth <= 1.2,
      text: `${name}: p95 ${p95.toFixed(1)} ms (at most ${atMost}), three times the rows ${growth.toFixed(2)} times the time (at most 1.2)`,
    }));
  },
  async xlsx() {
    const { rows, fileMib, seconds, firstBytes, longestPause, grownMib, peakMib } = await benchXlsx(log);
    return [
      {
        holds: grownMib < 200 && firstBytes < seconds / 5 && longestPause < 2,
        text: `workbook of ${rows} rows, ${fileMib.toFixed(0)} MiB, in ${seconds.toFixed(1)} s, first bytes after ${firstBytes.toFixed(2)} s, longest pause ${longestPause.toFixed(2)} s (under 2): the server grew by ${grownMib.toFixed(0)} MiB (under 200), to ${peakMib.toFixed(0)} MiB`,
      },
    ];
  },
  async watched() {
    const { on, off, ratio } = await benchWatched(log);
    return [
      {
        holds: ratio >= 0.95,
        text: `with a dashboard and a scrape each second ${on.toFixed(0)}/s, without ${off.toFixed(0)}/s: ratio ${ratio.toFixed(3)} (at least 0.95)`,
      },
    ];
  },
  async 'sign-in'() {
    const { rateRatio, p99Ratio, signInsPerSecond, refused, refusedWithoutWait, tokenCheckMs } =
      await benchSignIn({ log });
    return [
      {
        holds: rateRatio >= 0.6,
        text: `readings while ${signInsPerSecond.toFixed(0)} sign-ins/s go through, to undisturbed: ratio ${rateRatio.toFixed(2)} (at least 0.6)`,
      },
      { holds: p99Ratio <= 2, text: `their p99 grows ${p99Ratio.toFixed(2)} times (at most 2)` },
      {
        holds: refused > 0 && refusedWithoutWait === 0,
        text: `sign-ins over 512 connections: ${refused} refused with 503, ${refusedWithoutWait} of them without Retry-After (0)`,
      },
      {
        holds: tokenCheckMs <= 0.1,
        text: `checking a token takes ${tokenCheckMs.toFixed(4)} ms of the event loop (at most 0.1)`,
      },
    ];
  },
  async 'person-calls'() {
    const times = await benchPersonCalls({ log });
    const worst = times.toSorted((one, other) => other.ratio - one.ratio)[0];
    return [
      {
        holds: worst !== undefined && worst.ratio <= 1.5,
        text: `${times.length} calls of a person at 100,000 accounts, to 300: at most ${worst?.ratio.toFixed(2)} times, ${worst?.name} (at most 1.5)`,
      },
    ];
  },
  async 'event-loop'() {
    const { pictures, files, ordinaryMs } = await benchEventLoop(log);
    const heaviest = (times: readonly EventLoopTime[]) =>
      times.toSorted((one, other) => other.ms - one.ms)[0];
    const [picture, file] = [heaviest(pictures), heaviest(files)];
    return [
      {
        holds: picture !== undefined && picture.ms < 50,
        text: `${pictures.length} hostile pictures: at most ${picture?.ms.toFixed(1)} ms of the event loop (under 50), ${((picture?.ms ?? 0) / ordinaryMs).toFixed(2)} times a request of 5 MB that is none, ${picture?.name}`,
      },
      {
        holds: file !== undefined && file.ms < 50,
        text: `${files.length} files of a person: at most ${file?.ms.toFixed(1)} ms of the event loop (under 50), ${file?.name}`,
      },
    ];
  },
  async 'key-opening'() {
    const { openMs, restMs, openingMs, restInTime, openingInTime, longTasks } = await benchKeyOpening({
      log,
    });
    const percent = (share: number) => (share * 100).toFixed(0);
    return [
      {
        holds: openingInTime >= restInTime - 0.05 && longTasks === 0,
        text: `a key file opens in ${openMs.toFixed(0)} ms; frames every ${openingMs.toFixed(1)} ms (${restMs.toFixed(1)} at rest), ${percent(openingInTime)} % in time (${percent(restInTime)} % at rest, at most 5 points more); ${longTasks} tasks over 50 ms (0)`,
      },
    ];
  },
  async navigation() {
    const { navigations, p50, p95 } = await benchNavigation({ log });
    return [
      {
        holds: p95 <= 200,
        text: `${navigations} navigations with the processor of a phone: p95 ${p95.toFixed(0)} ms (at most 200), p50 ${p50.toFixed(0)} ms`,
      },
    ];
  },
  async growth() {
    const result = await benchGrowth(log);
    const table = growthTable(result);
    for (const line of table) log(line);
    // A short run says less than what is written.
    if (process.env.BENCH_SCALE === undefined) await writeGrowthTable(growthDocument, table);
    const staying = stayingOf(result.perAccount);
    return [
      {
        holds: staying <= 6000,
        text: `bytes for an account and month with a reading, a payment and a closing: ${staying.toFixed(0)} stay (at most 6,000), ${sumOf(result.perAccount).toFixed(0)} are written`,
      },
    ];
  },
  async backup() {
    const { mib, backupRatio, restoreRatio, readingsRatio } = await benchBackup(log);
    return [
      {
        holds: backupRatio <= 1.5,
        text: `backup of ${mib.toFixed(0)} MiB: ${backupRatio.toFixed(2)} times a plain copy (at most 1.5)`,
      },
      {
        holds: restoreRatio <= 2,
        text: `restore: ${restoreRatio.toFixed(2)} times a plain copy (at most 2)`,
      },
      {
        holds: readingsRatio >= 0.9,
        text: `readings beside a backup: ${readingsRatio.toFixed(2)} of their rate (at least 0.9)`,
      },
    ];
  },
  async restarts() {
    const { answered, failed, slowestStopMs } = await benchRollingRestart({ log });
    const { starts, kills, medianMs } = await benchKills({ log });
    return [
      {
        holds: failed === 0 && answered > 0,
        text: `rolling restart of two nodes behind a proxy: ${answered} requests answered, ${failed} failed (0)`,
      },
      {
        holds: slowestStopMs < 10_000,
        text: `a node is gone ${slowestStopMs.toFixed(0)} ms after SIGTERM (under 10,000)`,
      },
      {
        holds: starts === kills + 1,
        text: `the product as process 1 of a PID namespace: ${kills} kills, ${starts} starts (${kills + 1})`,
      },
      {
        holds: medianMs <= 3000,
        text: `from a kill to /readyz ${medianMs.toFixed(0)} ms (median; at most 3,000)`,
      },
    ];
  },
  ...scaleBenchmarks(log),
  async desk() {
    const { queue, search } = await benchDesk(log);
    return [
      {
        holds: queue <= 100,
        text: `queue of the desk over 1,000,000 conversations: p95 ${queue.toFixed(1)} ms (at most 100)`,
      },
      {
        holds: search <= 150,
        text: `search in 1,000,000 messages: p95 ${search.toFixed(1)} ms (at most 150)`,
      },
    ];
  },
  async 'conversation-message'() {
    const { http, plain, ratio, p99 } = await benchMessages(log);
    return [
      {
        holds: ratio >= 0.3,
        text: `messages of a conversation over HTTP ${http.toFixed(0)}/s (p99 ${p99.toFixed(1)} ms over 32 connections), the same rows by plain statements ${plain.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.3)`,
      },
    ];
  },
  async 'live-streams'() {
    const { streams, p50, p99, missing, lost, kilobytes } = await benchStreams(log);
    return [
      {
        holds: p99 < 500 && missing === 0 && lost === 0,
        text: `${streams} open streams and 200 messages/s on one node: delivered after ${p99.toFixed(0)} ms (p99, under 500), ${p50.toFixed(0)} ms (p50); ${missing} missing, ${lost} streams lost (0)`,
      },
      {
        holds: kilobytes < 20,
        text: `memory of the server for a stream ${kilobytes.toFixed(1)} kB (under 20)`,
      },
    ];
  },
  async 'readings-with-desk'() {
    const { streams, alone, beside, ratio } = await benchReadingsWithDesk(log);
    return [
      {
        holds: ratio >= 0.9,
        text: `readings with ${streams} open streams and the desk in use ${beside.toFixed(0)}/s, alone ${alone.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.9)`,
      },
    ];
  },
  async lighthouse() {
    const pages = await benchLighthouse({ log });
    return pages.map((page) => ({
      holds: holds(page),
      text: `${describe(page)} (98, 100, 100, 50 ms, 0.01)`,
    }));
  },
  async pages() {
    const counts = await countPages({ log });
    return counts.map((count) => ({ holds: count.holds, text: describePage(count) }));
  },
} as const;

/** `npm run bench [-- readings closing …]`: ratios of two alternating sides in one run, median of five rounds. */
async function main(): Promise<void> {
  const requested = process.argv.slice(2);
  const names = Object.keys(benchmarks) as (keyof typeof benchmarks)[];
  const unknown = requested.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) {
    console.error(`no benchmark "${unknown.join('", "')}"; there are: ${names.join(', ')}`);
    process.exitCode = 1;
    return;
  }
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? ''}, Node ${process.version}`);
  for (const name of names.filter((known) => requested.length === 0 || requested.includes(known))) {
    console.log(`\n── ${name}`);
    for (const { holds, text } of await benchmarks[name]()) {
      console.log(`${holds ? 'ok    ' : 'MISSED'} ${text}`);
      if (!holds) process.exitCode = 1;
    }
  }
}

await main();
