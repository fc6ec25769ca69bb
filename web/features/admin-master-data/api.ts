import { queryOptions } from '@tanstack/react-query';
import { listMasterData, type MasterDataChange } from '#contract/admin-master-data.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { queryApi } from '#web/lib/api.ts';

export type MasterData = OutputOf<typeof listMasterData>;
export type RecordedChange = MasterData['changes'][number];
export type ChangeKind = MasterDataChange['kind'];

/** What an account is now, with its recorded changes. */
export const masterDataQuery = (account: string) =>
  queryOptions({
    queryKey: ['admin-master-data', account],
    queryFn: ({ signal }) => queryApi(listMasterData, { account }, { signal }),
    enabled: account !== '',
  });
