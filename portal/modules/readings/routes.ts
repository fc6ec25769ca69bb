import { METER_LIST } from '#billing/api/readings/meters.ts';
import {
  READING_CORRECT,
  READING_LIST,
  READING_PREVIEW,
  READING_RECEIPT_PDF,
  READING_SUBMIT,
} from '#billing/api/readings/readings.ts';
import {
  addPhoto,
  correctReading,
  exportReadings,
  listMeters,
  listReadings,
  maxPhotoMb,
  previewReading,
  readingReceipt,
  submitReading,
} from '#contract/readings.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, failFields, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { createSupplierContacts, toMeterDtos } from './meters-dto.ts';
import { textOf, toOutcomeDto } from './outcome-dto.ts';
import { maxPhotosPerPeriod, storePhoto } from './photo/add-photo.ts';
import { hasPhotoForReading } from './photo/photo-store.ts';
import { readingsTable } from './readings-table.template.ts';
import { cursorOfReading, placeOfReading, relaySubmission, submissionOf } from './submission-dto.ts';

/** Of a file: decades of a household, years of a factory. */
const maxRows = 10_000;

/** Meters, readings and photos of meters. */
export function readingRoutes({ db, clock, config }: PortalServices): Route[] {
  const files = openFileStore(config);
  const contactsOf = createSupplierContacts();
  return [
    route(listMeters, async ({ account }, context) => {
      const result = await context.billing(METER_LIST, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const { meters, window } = result.data;
      return succeed({ window, meters: toMeterDtos(meters, contacts) });
    }),

    route(previewReading, async ({ token: _, account, ...asked }, context) => {
      const result = await context.billing(READING_PREVIEW, { accountNumber: account, ...asked });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const { outcome, noForecast, ...costs } = result.data;
      return succeed({
        ...costs,
        outcome: toOutcomeDto(outcome, contacts),
        noForecast: noForecast === null ? null : { code: noForecast, message: textOf(noForecast, contacts) },
      });
    }),

    route(submitReading, async (input, context) => {
      const { photoId, account } = input;
      if (
        photoId !== undefined &&
        !(await hasPhotoForReading(db, { photoId, accountNumber: account, now: clock.now() }))
      )
        return fail('common.notFound');
      return relaySubmission(await context.billing(READING_SUBMIT, submissionOf(input)), () =>
        contactsOf(context),
      );
    }),

    route(correctReading, async (input, context) => {
      const { photoId, account, reason } = input;
      if (
        photoId !== undefined &&
        !(await hasPhotoForReading(db, { photoId, accountNumber: account, now: clock.now() }))
      )
        return fail('common.notFound');
      const correction = { ...submissionOf(input), reason };
      return relaySubmission(await context.billing(READING_CORRECT, correction), () => contactsOf(context));
    }),

    route(readingReceipt, async ({ account, receiptNumber }, { billing }) => {
      const result = await billing(READING_RECEIPT_PDF, { accountNumber: account, receiptNumber });
      if (!result.ok) return relayRefusal(result);
      return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
    }),

    route(listReadings, async ({ token: _, account, cursor, ...asked }, { billing }) => {
      const after = cursor === undefined ? undefined : placeOfReading(cursor);
      if (cursor !== undefined && !after) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const result = await billing(READING_LIST, { accountNumber: account, after, ...asked });
      return relay(result, ({ next, ...page }) => ({ ...page, next: next && cursorOfReading(next) }));
    }),

    route(exportReadings, async ({ token: _, account, format, ...filter }, { billing }) => {
      const result = await billing(READING_LIST, { accountNumber: account, limit: maxRows, ...filter });
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
        return 'refused' in added
          ? fail(added.refused, { size: maxPhotoMb, n: maxPhotosPerPeriod })
          : succeed(added);
      },
      { work: 'now' },
    ),
  ];
}
