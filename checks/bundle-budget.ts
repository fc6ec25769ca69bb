import { join } from 'node:path';
import { pageTable } from '#contract/pages.ts';
import { measureBundle, measureRoutes } from './bundle-size/measure-bundle.ts';

const dist = join(import.meta.dirname, '../dist/web');
const { landing, signIn, homeAdds, problems } = await measureBundle(dist);
for (const [page, size] of Object.entries({ landing, signIn })) {
  console.log(`${page}: JavaScript ${size.js}, CSS ${size.css}, fonts ${size.fonts} bytes`);
}
console.log(`going on to home adds ${homeAdds} bytes`);
const sources = pageTable.map(({ file }) => `app/pages/${file}.tsx`);
const own = await measureRoutes(dist, sources);
const [heaviest] = own.routes.toSorted((one, other) => other.bytes - one.bytes);
console.log(
  `${own.routes.length} pages; the heaviest, ${heaviest?.source}, brings ${heaviest?.bytes} bytes of its own`,
);
for (const problem of [...problems, ...own.problems]) console.error(problem);
process.exitCode = problems.length + own.problems.length > 0 ? 1 : 0;
