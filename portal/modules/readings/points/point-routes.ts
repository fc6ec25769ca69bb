import type { ModuleOutput } from '#billing/api/define-module.ts';
import { READING_POINTS, READING_SUBMIT_POINTS } from '#billing/api/readings.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { readingPoints, submitPoints } from '#contract/readings/points.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type Route, route } from '#portal/http/route.ts';
import { addTexts, addTextsToMeters, createSupplierContacts } from '../reading-texts.ts';

/** What became of rows, with its texts. */
export function shownRows(
  { accepted, rows }: ModuleOutput<typeof READING_SUBMIT_POINTS>,
  contacts: MessageParams,
) {
  return { accepted, rows: rows.map((row) => ({ ...row, outcome: addTexts(row.outcome, contacts) })) };
}

/** The table of all points of an account. */
export function pointRoutes(): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(readingPoints, async ({ account }, context) => {
      const result = await context.billing(READING_POINTS, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      return succeed({ ...result.data, points: addTextsToMeters(result.data.points, contacts) });
    }),

    route(submitPoints, async ({ account, requestId, rows }, context) => {
      const asked = { accountNumber: account, requestId, rows, mode: 'good' as const };
      const result = await context.billing(READING_SUBMIT_POINTS, asked);
      if (!result.ok) return relayRefusal(result);
      return succeed(shownRows(result.data, await contactsOf(context)));
    }),
  ];
}
