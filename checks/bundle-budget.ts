import { join } from 'node:path';
import { measureBundle } from '#web/bundle-budget.ts';

const { landing, signIn, homeAdds, problems } = await measureBundle(join(import.meta.dirname, '../dist/web'));
for (const [page, size] of Object.entries({ landing, signIn })) {
  console.log(`${page}: JavaScript ${size.js}, CSS ${size.css}, fonts ${size.fonts} bytes`);
}
console.log(`going on to home adds ${homeAdds} bytes`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
