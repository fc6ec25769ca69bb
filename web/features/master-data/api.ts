import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { type changeMasterData, listMasterData } from '#contract/master-data.ts';
import type { MasterDataChange } from '#contract/values/master-data.ts';
import { queryApi } from '#web/lib/api.ts';

export type MasterData = OutputOf<typeof listMasterData>;
export type RecordedChange = MasterData['changes'][number];
export type ChangeKind = MasterDataChange['kind'];
export type RecordedHolder = Pick<OutputOf<typeof changeMasterData>, 'closing' | 'recalculatedFrom'>;

/** The master data of an account with its recorded changes. */
export const masterDataQuery = (account: string) =>
  queryOptions({
    queryKey: ['admin-master-data', account],
    queryFn: ({ signal }) => queryApi(listMasterData, { account }, { signal }),
    enabled: account !== '',
  });
