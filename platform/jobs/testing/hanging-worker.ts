import { startJobRunner } from '../job-runner.ts';

/** A process that starts a job named 'hang', reports it, and never ends it. Argument: database URL. */
const [, , url = ''] = process.argv;
startJobRunner({
  url,
  periodic: {},
  tasks: {
    hang: () =>
      new Promise<void>(() => {
        process.stdout.write('begun\n');
      }),
  },
  onError: (error) => process.stderr.write(`${String(error)}\n`),
});
