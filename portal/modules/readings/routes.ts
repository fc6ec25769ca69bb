import type { ModuleInput } from '#billing/api/define-module.ts';
import {
  METER_HISTORY,
  METER_LIST,
  READING_CORRECT,
  READING_LIST,
  READING_PREVIEW,
  READING_RECEIPT_PDF,
  READING_SUBMIT,
} from '#billing/api/readings.ts';
import {
  addPhoto,
  correctReading,
  exportReadings,
  listMeters,
  listReadings,
  meterHistory,
  previewReading,
  readingReceipt,
  submitReading,
} from '#contract/readings.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, failFields, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { failFile } from '#portal/http/files/fail-file.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { limitOf, type PortalServices, type Route, route } from '#portal/http/route.ts';
import { storePhoto } from './photo/add-photo.ts';
import { hasPhotoForReading } from './photo/photo-store.ts';
import {
  addTexts,
  addTextsToMeters,
  blockForRole,
  createSupplierContacts,
  relaySubmission,
  textOf,
} from './reading-texts.ts';
import { readingsTable } from './readings-table.template.ts';

/** Events of a part of the history of meters. */
const eventsAtOnce = 50;

/** Of a file: decades of a household, years of a factory. */
const maxRows = 10_000;

type Place = NonNullable<ModuleInput<typeof READING_LIST>['after']>;

/** The cursor of a place in the history of readings. */
function cursorOfReading({ effectiveDate, submittedAt, meterSerial }: Place): string {
  return writeCursor([effectiveDate, submittedAt, meterSerial]);
}

/** The place that a cursor says; undefined when it is none of ours. */
function placeOfReading(cursor: string): Place | undefined {
  const parts = readCursor(cursor, [cursorPart.date, cursorPart.moment, cursorPart.text]);
  return parts && { effectiveDate: parts[0], submittedAt: parts[1], meterSerial: parts[2] };
}

/** Meters, readings and photos of meters. */
export function readingRoutes({ db, clock, config }: PortalServices): Route[] {
  const files = openFileStore(config);
  const contactsOf = createSupplierContacts();
  const mayUsePhoto = async (accountNumber: string, photoId: string | undefined) =>
    photoId === undefined || hasPhotoForReading(db, { photoId, accountNumber, now: clock.now() });
  return [
    route(listMeters, async ({ account }, context) => {
      const result = await context.billing(METER_LIST, {
        accountNumber: account,
        ...limitOf(context.session),
      });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const { meters, ...rest } = result.data;
      return succeed({
        ...rest,
        meters: [...blockForRole(context.session, addTextsToMeters(meters, contacts))],
      });
    }),

    route(meterHistory, async ({ account, eic = null, cursor }, { billing, session }) => {
      const parts = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.date, cursorPart.text]);
      if (cursor !== undefined && !parts) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const after = parts ? { date: parts[0], key: parts[1] } : null;
      const result = await billing(METER_HISTORY, {
        accountNumber: account,
        ...limitOf(session),
        eic,
        after,
        limit: eventsAtOnce,
      });
      return relay(result, ({ next, ...page }) => ({
        ...page,
        next: next && writeCursor([next.date, next.key]),
      }));
    }),

    route(previewReading, async ({ token: _, account, ...asked }, context) => {
      const result = await context.billing(READING_PREVIEW, {
        accountNumber: account,
        ...limitOf(context.session),
        ...asked,
      });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const { outcome, noForecast, ...costs } = result.data;
      return succeed({
        ...costs,
        outcome: addTexts(outcome, contacts),
        noForecast: noForecast === null ? null : { code: noForecast, message: textOf(noForecast, contacts) },
      });
    }),

    route(submitReading, async ({ token: _, account, ...submission }, context) => {
      if (!(await mayUsePhoto(account, submission.photoId))) return fail('common.notFound');
      const limited = { accountNumber: account, ...limitOf(context.session), ...submission };
      if (submission.meterId !== undefined) context.noteObjects([submission.meterId]);
      const result = await context.billing(READING_SUBMIT, limited);
      return relaySubmission(result, () => contactsOf(context));
    }),

    route(correctReading, async ({ token: _, account, ...correction }, context) => {
      if (!(await mayUsePhoto(account, correction.photoId))) return fail('common.notFound');
      const limited = { accountNumber: account, ...limitOf(context.session), ...correction };
      if (correction.meterId !== undefined) context.noteObjects([correction.meterId]);
      const result = await context.billing(READING_CORRECT, limited);
      return relaySubmission(result, () => contactsOf(context));
    }),

    route(readingReceipt, async ({ account, receiptNumber }, { billing, session }) => {
      const asked = { accountNumber: account, ...limitOf(session), receiptNumber };
      const result = await billing(READING_RECEIPT_PDF, asked);
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(listReadings, async ({ token: _, account, cursor, ...asked }, { billing, session }) => {
      const after = cursor === undefined ? undefined : placeOfReading(cursor);
      if (cursor !== undefined && !after) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const result = await billing(READING_LIST, {
        accountNumber: account,
        ...limitOf(session),
        after,
        ...asked,
      });
      return relay(result, ({ next, ...page }) => ({ ...page, next: next && cursorOfReading(next) }));
    }),

    route(exportReadings, async ({ token: _, account, format, ...filter }, { billing, session }) => {
      const asked = { accountNumber: account, ...limitOf(session), limit: maxRows, ...filter };
      const result = await billing(READING_LIST, asked);
      if (!result.ok) return relayRefusal(result);
      const table = readingsTable(result.data.readings);
      const name = fileNameOf('readings', account, filter.from ?? null, filter.to ?? null);
      const { content, fileName, contentType } = await tableFile(format, name, [table]);
      return sendFile(content, fileName, contentType);
    }),

    route(
      addPhoto,
      async ({ account, requestId }, context) => {
        const photo = { accountNumber: account, requestId, readContent: () => context.readFile() };
        const added = await storePhoto({ db, files, now: clock.now() }, photo);
        return 'refused' in added ? failFile(added.refused, 'photo') : succeed(added);
      },
      { work: 'now' },
    ),
  ];
}
