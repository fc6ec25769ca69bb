import { join } from 'node:path';
import { measureBundle } from '#web/bundle-budget.ts';

const { sizes, problems } = await measureBundle(join(import.meta.dirname, '../dist/web'));
for (const [name, bytes] of Object.entries(sizes)) console.log(`${name}: ${bytes} bytes gzip`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
