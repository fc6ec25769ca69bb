import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { newId } from '#platform/uuid.ts';
import { createCallLog } from '#portal/http/records/call-log.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';

/** Records calls in the database and sessions that its arguments name, as fast as it can, until it is killed. */
const [url = '', node = '', ...sessions] = process.argv.slice(2);
const { db } = connectDatabase<unknown>({ url, poolSize: 2, planOnce: true });
const log = createLogger({ level: 'error' });
const callLog = createCallLog({ db: db as PortalDatabase, node, log, flushEveryMs: 1 });
for (let n = 0; ; n += 1) {
  const record = {
    happenedAt: systemClock.now() - (n % 7_200_000),
    reference: newId(),
    name: `call ${n % 7}`,
    durationUs: n % 1_000_000,
    outcomeCode: n % 5 === 0 ? 'common.unexpected' : 'success',
    httpStatus: n % 5 === 0 ? 500 : 200,
    accountNumber: null,
    sessionId: sessions[n % (sessions.length + 1)] ?? null,
    api: n % 3 === 0 ? null : '/api/test',
  };
  callLog.recordApiCall(record);
  callLog.recordModuleCall(record);
  if (n % 50 === 0) await new Promise((done) => setImmediate(done));
  if (n % 5000 === 0) await callLog.flush();
}
