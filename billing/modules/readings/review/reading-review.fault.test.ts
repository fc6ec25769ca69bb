import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { READING_REVIEW_DECIDE, READING_REVIEW_LIST } from '#billing/api/readings/review.ts';
import { READING_SUBMIT } from '#billing/api/readings.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { startTestBilling } from '#billing/testing/start-test-billing.ts';
import { newId } from '#platform/uuid.ts';

const script = join(import.meta.dirname, 'testing/decide-in-child.ts');
const windowDay = '2026-10-30T10:00:00Z';
/** Ten kWh in October of last year: what is submitted is beyond the second threshold. */
const history = [
  { period: '2025-09', closing: { single: 900 } },
  { period: '2025-10', closing: { single: 910 } },
  { period: '2026-09', closing: { single: 2000 } },
] as const;

test('a process that is killed while it decides leaves each review whole: open, or decided with all that belongs to it', async () => {
  const billing = await startTestBilling(windowDay);
  await makeSupplier(billing.db);
  await setPeriodState(billing.db, '2026-09', 'closed');
  await setPeriodState(billing.db, '2026-10', 'open');
  for (let count = 0; count < 40; count += 1) {
    const { accountNumber } = await makeAccount(billing.db, { history });
    const { outcome } = await billing.ask(READING_SUBMIT, {
      ...{ accountNumber, values: { single: '2800' }, requestId: newId() },
      confirmed: ['readings.deviation'],
    });
    expect(outcome.kind).toBe('underReview');
  }
  /** Of each account: decisions, open reviews, states of its readings, news and audit entries of the decision. */
  const rowsOfReviews = async () => {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(' ', (select count(*) from billing.reading_decision d where d.account_number = v.account_number),
        v.is_open, (select string_agg(r.status, ',') from billing.reading r where r.account_number = v.account_number
          and r.submission_id = v.submission_id),
        (select count(*) from billing.outbox_event e where e.account_number = v.account_number and e.kind = 'reading.decided'),
        (select count(*) from billing.audit_entry a where a.account_number = v.account_number
          and a.action = 'reading.accepted')) as row
      from billing.reading_review v order by 1`.execute(billing.db);
    return rows.map(({ row }) => row);
  };
  const [open, decided] = ['0 t underReview 0 0', '1 f accepted 1 1'];
  let before = 0;
  for (let kill = 1; kill <= 3; kill += 1) {
    const operator = spawn(process.execPath, [script, billing.url, windowDay], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let begun = 0;
    operator.stdout.on('data', (lines: Buffer) => {
      begun += lines.toString().split('begun').length - 1;
      if (begun >= 5) setTimeout(() => operator.kill('SIGKILL'), kill * 2);
    });
    expect(await once(operator, 'exit')).toEqual([null, 'SIGKILL']);
    const rows = await rowsOfReviews();
    expect(rows.filter((row) => row !== open && row !== decided)).toEqual([]);
    const done = rows.filter((row) => row === decided).length;
    expect(done).toBeGreaterThan(before);
    expect(done).toBeLessThan(40);
    before = done;
  }
  const { reviews } = await billing.ask(READING_REVIEW_LIST, { state: 'waiting', after: null, limit: 200 });
  for (const { reviewId, account } of reviews)
    expect(
      await billing.call(READING_REVIEW_DECIDE, {
        ...{ accountNumber: account, reviewId, action: 'accept', reason: '', actorName: 'Olena' },
      }),
    ).toMatchObject({ ok: true });
  expect(await rowsOfReviews()).toEqual(Array.from({ length: 40 }, () => decided));
  await billing.close();
});
