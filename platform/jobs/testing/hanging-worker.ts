import { startJobQueue } from '../job-queue.ts';

/** A process that takes a job named 'hang', says so, and never ends it. Argument: address of the database. */
const [, , url = ''] = process.argv;
startJobQueue({
  url,
  concurrency: 1,
  tasks: {
    hang: () =>
      new Promise<void>((done) => {
        process.stdout.write('begun\n');
        setTimeout(done, 3_600_000);
      }),
  },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
