import { join } from 'node:path';
import { allCalls } from '#contract/all-calls.ts';
import { fileOf, type Page, pageTable } from '#contract/pages.ts';
import { measureBundle, measureRoutes, measureSigningWorker } from './bundle-size/measure-bundle.ts';
import { measureStaff } from './bundle-size/measure-staff.ts';

const dist = join(import.meta.dirname, '../dist/web');
const { landing, signIn, homeAdds, problems } = await measureBundle(dist);
for (const [page, size] of Object.entries({ landing, signIn })) {
  console.log(`${page}: JavaScript ${size.js}, CSS ${size.css}, fonts ${size.fonts} bytes`);
}
console.log(`going on to home adds ${homeAdds} bytes`);
const sourcesOf = (pages: readonly Page[]) => [
  ...new Set(pages.map((page) => `app/pages/${fileOf(page)}.tsx`)),
];
const sources = sourcesOf(pageTable);
const own = await measureRoutes(dist, sources);
const [heaviest] = own.routes.toSorted((one, other) => other.bytes - one.bytes);
console.log(
  `${own.routes.length} pages; the heaviest, ${heaviest?.source}, brings ${heaviest?.bytes} bytes of its own`,
);
const worker = await measureSigningWorker(dist, sources);
console.log(`the signing worker has ${worker.bytes} bytes`);
const staff = await measureStaff(dist, {
  sources: sourcesOf(pageTable.filter(({ path }) => path === '/admin' || path.startsWith('/cabinet/admin'))),
  calls: allCalls.filter(({ audience }) => audience === 'admin').map(({ path }) => path),
});
console.log(
  `of the pages of staff ${staff.heaviest?.source} brings ${staff.heaviest?.bytes} bytes that no page of customers has`,
);
const all = [...problems, ...own.problems, ...worker.problems, ...staff.problems];
for (const problem of all) console.error(problem);
process.exitCode = all.length > 0 ? 1 : 0;
