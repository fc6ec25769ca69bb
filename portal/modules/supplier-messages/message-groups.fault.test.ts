import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { listSentMessages, sendMessage } from '#contract/supplier-messages/send-messages.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const script = join(import.meta.dirname, '../../testing/deliver-in-child.ts');

test('a delivery whose process is killed again and again reaches every customer once', async () => {
  const cabinet = await startTestApp('2026-11-20T10:00:00Z');
  const { portalDb, billingDb } = cabinet;
  await makeSupplier(billingDb);
  const token = await cabinet.signIn([], 'admin', ['operator']);
  const settlement = 'с. Довга Балка';
  const accounts: string[] = [];
  for (let n = 0; n < 48; n += 1) accounts.push((await makeAccount(billingDb)).accountNumber);
  await sql`update billing.premises set settlement = ${settlement}`.execute(billingDb);
  // Every customer has two accounts, which come in parts far from each other.
  const half = accounts.length / 2;
  for (const [n, account] of accounts.slice(0, half).entries())
    await cabinet.signIn([account, accounts[half + n] ?? '']);
  await sql`update portal.identity i set email = i.identity_id || '@killed.test', email_confirmed_at = now()
    from portal.identity_account a where a.identity_id = i.identity_id`.execute(portalDb);
  const { body } = await cabinet.post(sendMessage, {
    ...{ token, rule: { settlement }, requestId: newId() },
    ...{ title: 'Борг за електроенергію', text: 'Сплатіть борг.' },
  });
  expect(body.status).toBe('success');
  const deliveries = async () => {
    const { rows } = await typedSql({ account: text() })`
      select account_number as account from portal.supplier_message_delivery
      where message_id = ${body.messageId}::uuid order by account_number`.execute(portalDb);
    return rows.map(({ account }) => account);
  };
  const startNode = () => {
    const node = spawn(process.execPath, [script, cabinet.url, instantToIso(cabinet.clock.now())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { node, ended: once(node, 'exit') };
  };
  const progress: number[] = [];
  for (let kill = 1; kill <= 3; kill += 1) {
    const { node, ended } = startNode();
    let parts = 0;
    node.stdout.on('data', (lines: Buffer) => {
      parts += lines.toString().split('part').length - 1;
      // In the middle of whatever it does within a part.
      if (parts >= 2 + kill) setTimeout(() => node.kill('SIGKILL'), kill * 3);
    });
    expect(await ended).toEqual([null, 'SIGKILL']);
    progress.push((await deliveries()).length);
    // The queue gives a job of a dead worker to another after a while.
    await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '5 hours' where locked_at is not null`.execute(
      portalDb,
    );
  }
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBeLessThan(accounts.length);

  const { node, ended } = startNode();
  node.stdout.resume();
  expect(await ended).toEqual([0, null]);
  expect(await deliveries()).toEqual(accounts.toSorted());
  const { messages } = (await cabinet.post(listSentMessages, { token })).body;
  expect(messages).toMatchObject([{ state: 'delivered', accounts: accounts.length }]);
  const { rows } = await typedSql({ recipient: text(), n: int4() })`
    select recipient, count(*)::int as n from portal.outgoing_message where recipient like '%@killed.test' group by 1`.execute(
    portalDb,
  );
  expect(rows).toHaveLength(half);
  expect(rows.filter(({ n }) => n !== 1)).toEqual([]);
  await cabinet.close();
});
