import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addJob } from '#platform/jobs/add-jobs.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';
import { createMetrics } from './metrics.ts';

const folder = join(import.meta.dirname, '../../../docs/monitoring');

/** Labels by metric, as /metrics of a server serves them; a histogram has three names. */
const served = new Map<string, Set<string>>();
let close: () => Promise<void>;

function addServed(text: string): void {
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const endings = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const ending of endings)
      if (!served.has(`${name}${ending}`)) served.set(`${name}${ending}`, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) served.get(name)?.add(label);
  }
}

beforeAll(async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-monitoring-'));
  const token = 'a-token-of-the-collector';
  const cabinet = await startTestApp(undefined, { METRICS_TOKEN: token, SVITLO_DATA: dataFolder });
  close = async () => {
    await cabinet.close();
    await rm(dataFolder, { recursive: true });
  };
  const { accountNumber } = await makeAccount(cabinet.billingDb);
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at)
    values (${accountNumber}, ${newId()}, 'waits-1', ${newId()}, 'liqpay', 'energy', 100, 'sent', now())`.execute(
    cabinet.billingDb,
  );
  const scraped = await cabinet.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(scraped.statusCode).toBe(200);
  addServed(scraped.body);
  // A server that has answered nothing yet has no series of requests.
  const db = cabinet.portalDb;
  const metrics = createMetrics({ db, pools: {} });
  for (const httpStatus of [200, 500]) {
    metrics.observeRequest({ route: '/api/x', method: 'POST', httpStatus, durationMs: 1 });
    metrics.observeModuleCall({ name: 'X', durationUs: 1, httpStatus });
  }
  metrics.countActive('POST', 1);
  metrics.countCall({ name: '/api/x', outcomeCode: 'success' });
  await metrics.measureJob('x', async () => undefined);
  await addJob(db, 'x', {}, { maxAttempts: 1 });
  addServed((await metrics.read()).text);
});
afterAll(() => close());

/** Labels that the collector adds, and its own metric. */
const ofCollector = ['instance', 'job'];
const metricOfCollector = 'up';
const operators = ['and', 'or', 'unless'];

/** What an expression of PromQL names that is not served; metrics are told from functions by the bracket. */
function findUnknown(expression: string): string[] {
  const unknown: string[] = [];
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(/,\s*/),
  );
  const bare = expression
    .replaceAll(/\b(?:by|on) \([^)]*\)/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\boffset \w+/g, '');
  const labels = new Set(ofCollector);
  for (const [, name = '', after = '', selector = ''] of bare.matchAll(
    /\b([a-z_]\w*)\s*(\(|\{([^}]*)\})?/g,
  )) {
    if (after === '(' || operators.includes(name) || name === metricOfCollector) continue;
    const own = served.get(name);
    if (own === undefined) unknown.push(name);
    for (const label of own ?? []) labels.add(label);
    for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)) {
      if (own && !own.has(label) && !ofCollector.includes(label)) unknown.push(`${name}{${label}}`);
    }
  }
  return [...unknown, ...grouped.filter((label) => !labels.has(label)).map((label) => `by (${label})`)];
}

test('findUnknown names metrics and labels that are not served', () => {
  expect(
    findUnknown('sum by (le) (rate(http_server_request_duration_seconds_bucket{http_route="x"}[5m])) > 0.5'),
  ).toEqual([]);
  expect(findUnknown('up{job="svitlo"} == 0')).toEqual([]);
  expect(findUnknown('svitlo_ready offset 15m unless svitlo_ready and on () hour() > 1')).toEqual([]);
  expect(findUnknown('absent(svitlo_x) and on () svitlo_y')).toEqual(['svitlo_x', 'svitlo_y']);
  expect(findUnknown('rate(http_server_request_duration_seconds[5m])')).toEqual([
    'http_server_request_duration_seconds',
  ]);
  expect(findUnknown('sum by (route) (svitlo_calls_total{code="x"})')).toEqual([
    'svitlo_calls_total{code}',
    'by (route)',
  ]);
});

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly refId: string; readonly expr: string }[];
}

describe('docs/monitoring/grafana-dashboard.json', () => {
  const { panels, uid } = JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
    readonly uid: string;
    readonly panels: readonly Panel[];
  };

  test('names only what is served', () => {
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(12);
    expect(expressions.flatMap(findUnknown)).toEqual([]);
  });

  test('has panels with a title of their own that do not overlap', () => {
    expect(uid).toBe('svitlo');
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24);
      return Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`);
    });
    expect(new Set(cells).size).toBe(cells.length);
    for (const { targets, type } of panels) {
      expect(['timeseries', 'stat']).toContain(type);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });
});

describe('docs/monitoring/alert-rules.yml', () => {
  const text = readFileSync(join(folder, 'alert-rules.yml'), 'utf8');
  const rules = text.split(/^ {6}- alert: /m).slice(1);

  test('names only what is served', () => {
    const expressions = rules.map(
      (rule) => /^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(rule)?.slice(1).join('') ?? '',
    );
    expect(expressions).toHaveLength(rules.length);
    expect(expressions).not.toContain('');
    expect(expressions.flatMap(findUnknown)).toEqual([]);
  });

  test('each alert says for how long, how bad it is, what is wrong and what to do', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(text).toMatch(/^#.*\n(#.*\n)*groups:\n {2}- name: svitlo\n {4}rules:\n {6}- alert: /);
    for (const rule of rules) {
      expect(rule).toMatch(
        /^[A-Z]\w+\n {8}expr: (.+|\|\n( {10}.*\n)+)\n? {8}for: \d+m\n {8}labels: \{ severity: (page|warn) \}\n {8}annotations:\n {10}summary: .+\n {10}action: .+\n$/,
      );
    }
    expect(new Set(rules.map((rule) => rule.split('\n', 1)[0])).size).toBe(rules.length);
  });
});
