import { exportOwnData, isOwnDataFile } from '#contract/data-export.ts';
import { failFields, relayRefusal } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { gatherOwnData } from './gather-own-data.ts';
import { writeOwnData } from './write-own-data.ts';

/** What the supplier keeps of an account, as files. */
export function ownDataRoutes(): Route[] {
  return [
    route(exportOwnData, async ({ account, format, what, from, to }, { billing, clock }) => {
      if (!isOwnDataFile(what, format)) return failFields([{ path: 'format', code: 'field.invalid' }]);
      if (from && to && from > to) return failFields([{ path: 'to', code: 'field.invalid' }]);
      const asked = { accountNumber: account, what, ...(from && { from }), ...(to && { to }) };
      // Green Button knows energy and bills only.
      const parts = format === 'greenButton' ? { ...asked, what: 'consumption' as const } : asked;
      const result = await gatherOwnData(billing, parts);
      if (!result.ok) return relayRefusal(result);
      return writeOwnData(format, result.data, asked, clock.now());
    }),
  ];
}
