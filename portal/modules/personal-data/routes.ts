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
import { sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { gatherPerson } from './gather-person.ts';
import { requestErasure, showErasure, withdrawErasure } from './manage-erasure.ts';
import { archiveEntries } from './write-archive.ts';

/** Archives that a node writes at a time, each of another person. */
const maxArchives = 2;
const tryAgainSeconds = 30;

/** A person's whole data as an archive, and its deletion. */
export function personalDataRoutes(services: PortalServices): Route[] {
  const { db, config, errorLog } = services;
  const files = openFileStore(config);
  /** Whose archives are being written. */
  const writing = new Set<string>();
  return [
    route(exportPersonalData, async (_, { session, clock, billing, reference }) => {
      const { identityId } = session;
      if (writing.size >= maxArchives || writing.has(identityId)) throw new WorkersBusy(tryAgainSeconds);
      writing.add(identityId);
      const end = () => writing.delete(identityId);
      const data = await gatherPerson(db, identityId).catch((error: unknown) => {
        end();
        throw error;
      });
      const at = clock.now();
      const entries = archiveEntries({ db, files, billing }, { identityId, data, at });
      const stream = Readable.from(zipFiles(entries), { objectMode: false });
      stream.once('close', end);
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
