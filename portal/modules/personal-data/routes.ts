import { Readable } from 'node:stream';
import {
  exportPersonalData,
  getErasure,
  requestErasure as requestCall,
  withdrawErasure as withdrawCall,
} from '#contract/personal-data.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { WorkersBusy } from '#platform/workers/worker-pool.ts';
import { zipFiles } from '#platform/zip/zip-files.ts';
import { openFileStore } from '#portal/gateways/files/open-file-store.ts';
import { fail, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { gatherPerson } from './gather-person.ts';
import { requestErasure, showErasure, withdrawErasure } from './manage-erasure.ts';
import { archiveEntries } from './write-archive.ts';

/** Archives that a node writes at a time: each holds a connection and reads files. */
const maxArchives = 2;
const tryAgainSeconds = 30;

/** A person's whole data as an archive, and its deletion. */
export function personalDataRoutes(services: PortalServices): Route[] {
  const { db, config, errorLog } = services;
  const files = openFileStore(config);
  let archivesMade = 0;
  return [
    route(exportPersonalData, async (_, { session, clock, billing, reference }) => {
      if (archivesMade >= maxArchives) throw new WorkersBusy(tryAgainSeconds);
      const { identityId } = session;
      const data = await gatherPerson(db, identityId);
      if (data === undefined) return fail('common.notFound');
      const at = clock.now();
      const entries = archiveEntries({ db, files, billing }, { identityId, data, at });
      const stream = Readable.from(zipFiles(entries), { objectMode: false });
      archivesMade += 1;
      stream.once('close', () => {
        archivesMade -= 1;
      });
      stream.once('error', (error) =>
        errorLog.recordFault(error, reference, exportPersonalData.path, clock.now()),
      );
      return sendFile({ stream }, `${fileNameOf('ownData', kyivDateOf(at))}.zip`);
    }),
    route(getErasure, async (_, context) => succeed(await showErasure(services, context))),
    route(requestCall, (input, context) => requestErasure(services, input, context)),
    route(withdrawCall, (_, context) => withdrawErasure(services, context)),
  ];
}
