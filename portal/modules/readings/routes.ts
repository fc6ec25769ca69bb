import { join } from 'node:path';
import { METER_LIST } from '#billing/api/meters.ts';
import { READING_CORRECT, READING_LIST, READING_PREVIEW, READING_SUBMIT } from '#billing/api/readings.ts';
import {
  addPhoto,
  correctReading,
  listMeters,
  listReadings,
  previewReading,
  submitReading,
} from '#contract/readings.ts';
import { createFolderFileStore } from '#portal/gateways/files/folder-file-store.ts';
import { fail, relay, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { largestPhotoMb, storePhoto } from './add-photo.ts';
import { metersOnTheWire } from './meters-on-the-wire.ts';
import { outcomeOnTheWire } from './outcome-on-the-wire.ts';
import { hasPhoto } from './photo-store.ts';
import { relaySubmission, submissionOf } from './submission-on-the-wire.ts';
import { createSupplierContacts } from './supplier-contacts.ts';

/** Meters, readings and photos of meters. */
export function readingRoutes({ db, clock, config }: PortalServices): Route[] {
  const files = createFolderFileStore(join(config.dataFolder, 'files'));
  const contactsOf = createSupplierContacts();
  return [
    route(listMeters, async ({ account }, context) => {
      const result = await context.billing(METER_LIST, { accountNumber: account });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const { meters, window } = result.data;
      return succeed({ window, meters: metersOnTheWire(meters, contacts) });
    }),

    route(previewReading, async ({ account, meterId, values }, context) => {
      const input = { accountNumber: account, values, ...(meterId !== undefined && { meterId }) };
      const result = await context.billing(READING_PREVIEW, input);
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      return succeed({ ...result.data, outcome: outcomeOnTheWire(result.data.outcome, contacts) });
    }),

    route(submitReading, async (input, context) => {
      const { photoId, account } = input;
      if (photoId !== undefined && !(await hasPhoto(db, photoId, account))) return fail('common.notFound');
      return relaySubmission(await context.billing(READING_SUBMIT, submissionOf(input)), () =>
        contactsOf(context),
      );
    }),

    route(correctReading, async (input, context) => {
      const { photoId, account, reason } = input;
      if (photoId !== undefined && !(await hasPhoto(db, photoId, account))) return fail('common.notFound');
      const correction = { ...submissionOf(input), reason };
      return relaySubmission(await context.billing(READING_CORRECT, correction), () => contactsOf(context));
    }),

    route(listReadings, async ({ account, limit, before }, context) => {
      const page = { ...(limit !== undefined && { limit }), ...(before !== undefined && { before }) };
      return relay(await context.billing(READING_LIST, { accountNumber: account, ...page }), (data) => data);
    }),

    route(addPhoto, async ({ account, requestId, content }) => {
      const photo = { accountNumber: account, requestId, content };
      const photoId = await storePhoto({ db, files, now: clock.now() }, photo);
      return photoId === undefined
        ? fail('readings.photoRefused', { size: largestPhotoMb })
        : succeed({ photoId });
    }),
  ];
}
