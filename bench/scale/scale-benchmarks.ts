import { benchAddedNode } from '#bench/server/restarts.bench.ts';
import { benchClosingSizes } from './closing-sizes.bench.ts';
import { benchReadingSizes } from './reading-sizes.bench.ts';
import { benchTwoNodes } from './two-nodes.bench.ts';

/** Benchmarks of more nodes and more accounts, by name; each returns its results with whether they hold. */
export const scaleBenchmarks = (log: (line: string) => void) => ({
  async 'two-nodes'() {
    const { one, two, ratio, processorRatio } = await benchTwoNodes({ log });
    return [
      {
        holds: ratio >= 0.95,
        text: `readings by two nodes on one database ${two.toFixed(0)}/s, by one ${one.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.95), by processor time ${processorRatio.toFixed(2)}`,
      },
    ];
  },
  async 'added-node'() {
    const { answered, failed, byAnother } = await benchAddedNode({ log });
    return [
      {
        holds: failed.length === 0 && byAnother > 0,
        text: `a node added and another removed behind a proxy: ${answered} requests answered, ${byAnother} of them by the added one, ${failed.length} failed (0)`,
      },
    ];
  },
  async 'reading-sizes'() {
    const { few, many, ofFew, ofMany, ratio, processorRatio, bytesPerReading } = await benchReadingSizes({
      log,
    });
    return [
      {
        holds: ratio >= 0.95,
        text: `readings among ${many} accounts ${ofMany.toFixed(0)}/s, among ${few} ${ofFew.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.95), by processor time ${processorRatio.toFixed(2)}; ${bytesPerReading.toFixed(0)} bytes a reading`,
      },
    ];
  },
  async 'closing-sizes'() {
    const { few, many, ofFew, ofMany, ratio, bytesPerAccount } = await benchClosingSizes({ log });
    return [
      {
        holds: ratio >= 0.9,
        text: `closing ${many} accounts ${ofMany.toFixed(0)}/s, ${few} accounts ${ofFew.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (at least 0.9); ${bytesPerAccount.toFixed(0)} bytes an account and month`,
      },
    ];
  },
});
