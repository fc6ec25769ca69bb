import { runLoad } from '#bench/support/load/http-load.ts';
import { recordConfirmation, replayByPgbench } from '#bench/support/load/replay-confirmation.ts';
import { openBenchDatabase } from '#bench/support/seed/bench-database.ts';
import { orderOf, seedOrders } from '#bench/support/seed/seed-orders.ts';
import { periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { easypaySignature } from '#portal/gateways/payments/easypay/easypay-session.ts';
import { median } from './support/median.ts';
import { startServer } from './support/start-server.ts';

const connections = 32;
const merchant = { partnerKey: 'bench', serviceKey: 'BENCH-1', secretKey: 'a secret of the benchmark' };

export interface CallbacksBenchOptions {
  readonly rounds?: number;
  readonly perRound?: number;
  readonly log?: (line: string) => void;
}

export interface CallbacksBenchResult {
  /** Per second: provider callbacks applied and booked; the same statements issued directly. */
  readonly medianHttp: number;
  readonly medianDirect: number;
  /** Median of the rounds' ratios. */
  readonly ratio: number;
}

/** An EasyPay callback for a paid order, with a signature over its bytes. */
function reportOf(orderId: string, index: number) {
  const body = {
    OperationType: 'Payment',
    PartnerKey: merchant.partnerKey,
    ServiceKey: merchant.serviceKey,
    TransactionStatus: 'Accepted',
    MerchantOrderId: orderId,
    Amount: 432.5,
    Commission: 0,
    TransactionId: 700_000 + index,
  };
  const sign = easypaySignature(JSON.stringify(body), merchant.secretKey);
  return { path: '/api/payments/callback/easypay', headers: { Sign: sign }, body };
}

/**
 * Signed provider callbacks through the server (verified, decided under the lock of the order, booked with evidence,
 * audit and outbox rows, durable) against the recorded statements of one such confirmation, issued by pgbench with one
 * order per transaction, both over 32 connections, alternating, on the same database.
 */
export async function benchCallbacks(options: CallbacksBenchOptions = {}): Promise<CallbacksBenchResult> {
  const { rounds = 5, perRound = 3200, log = () => undefined } = options;
  const warmUps = 2;
  const period = periodOf(kyivDateOf(systemClock.now()));
  const database = await openBenchDatabase();
  // Stopping the database at the end of the benchmark is not an error.
  database.pool.on('error', () => undefined);
  try {
    const count = (2 * rounds + warmUps) * perRound + 1;
    await seedOrders(database.pool, count, period);
    log(`${count} orders are there`);
    const recordedIndex = count - 1;
    const sent = await recordConfirmation(database.url, recordedIndex, period);
    const server = await startServer({
      DATABASE_URL: database.url,
      SVITLO_DATA: database.dataFolder,
      EASYPAY_PARTNER_KEY: merchant.partnerKey,
      EASYPAY_SERVICE_KEY: merchant.serviceKey,
      EASYPAY_SECRET_KEY: merchant.secretKey,
    });
    try {
      let nextIndex = 0;
      const takeRound = () => {
        const first = nextIndex;
        nextIndex += perRound;
        return first;
      };
      const report = async (): Promise<number> => {
        const first = takeRound();
        const result = await runLoad({
          url: server.url,
          connections,
          requests: perRound,
          next: (index) => reportOf(orderOf(first + index, period), first + index),
        });
        if (result.statuses[200] !== perRound) throw new Error(`answers: ${JSON.stringify(result.statuses)}`);
        return result.perSecond;
      };
      const direct = () =>
        replayByPgbench({
          databaseUrl: database.url,
          sent,
          recordedIndex,
          firstIndex: takeRound(),
          connections,
          perConnection: perRound / connections,
        });

      for (let warmUp = 1; warmUp <= warmUps; warmUp++) await report();
      const measured: { readonly http: number; readonly own: number }[] = [];
      for (let round = 1; round <= rounds; round++) {
        const http = await report();
        const own = await direct();
        measured.push({ http, own });
        log(
          `round ${round}: ${http.toFixed(0)} reports/s, directly ${own.toFixed(0)}/s, ratio ${(http / own).toFixed(2)}`,
        );
      }
      const { rows } = await database.pool.query<{ missing: string }>(
        "select count(*) as missing from billing.payment where state <> 'confirmed'",
      );
      if (Number(rows[0]?.missing) !== 0) throw new Error(`${rows[0]?.missing} orders are not confirmed`);
      return {
        medianHttp: median(measured.map(({ http }) => http)),
        medianDirect: median(measured.map(({ own }) => own)),
        ratio: median(measured.map(({ http, own }) => http / own)),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  const { medianHttp, medianDirect, ratio } = await benchCallbacks({ log: console.log });
  console.log(
    `reports: ${medianHttp.toFixed(0)}/s through the server, ${medianDirect.toFixed(0)}/s directly, ratio ${ratio.toFixed(2)}`,
  );
}
