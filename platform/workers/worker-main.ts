import type { WorkerAnswer, WorkerJob } from './work-meter.ts';

async function work({ jobId, module, name, args }: WorkerJob): Promise<WorkerAnswer> {
  let startedAt = process.cpuUsage();
  const cpuMs = () => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1000;
  };
  try {
    const run: unknown = Reflect.get(await import(module), name);
    if (typeof run !== 'function') throw new Error(`${module} exports no function ${name}`);
    // Loading the module is not counted.
    startedAt = process.cpuUsage();
    const result: unknown = await run(...args);
    return { jobId, kind: 'done', result, cpuMs: cpuMs() };
  } catch (error) {
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { jobId, kind: 'fault', fault, cpuMs: cpuMs() };
  }
}

let last: Promise<unknown> = Promise.resolve();
process.on('message', (job: WorkerJob) => {
  last = last.then(async () => process.send?.(await work(job)));
});
// The worker exits with the server, not on SIGINT: requests in flight still need it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.once('disconnect', () => process.exit());
// The logger is loaded only here: a worker starts while somebody waits.
process.on('uncaughtException', async (error) => {
  const { createLogger } = await import('../logger.ts');
  createLogger({ level: 'error' }).fatal({ part: 'worker', err: error }, 'a worker ended');
  process.exit(1);
});
