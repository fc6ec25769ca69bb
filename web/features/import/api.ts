import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { actOnImport, addImportPart, importState, listImports, openImport } from '#contract/import.ts';
import { type ImportData, importPartBytes } from '#contract/values/import.ts';
import { callApi, queryApi, uploadFile } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';

const pollMs = 1000;

export const importsKey = ['imports'] as const;

/** Whether it goes on by itself. */
export const isActive = ({ state }: ImportData): boolean => state === 'waiting' || state === 'running';

/** Imports, newest first, by parts; polled while one goes on. */
export const importsQuery = infiniteQueryOptions({
  queryKey: [...importsKey, 'list'] as readonly unknown[],
  queryFn: ({ signal, pageParam }) =>
    queryApi(listImports, pageParam ? { cursor: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }: OutputOf<typeof listImports>) => next ?? undefined,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ imports }) => imports.some(isActive)) ? 3 * pollMs : false,
});

/** One import, polled each second while it goes on. */
export const importQuery = (importNumber: number) =>
  queryOptions({
    queryKey: [...importsKey, 'one', importNumber],
    queryFn: ({ signal }) => queryApi(importState, { importNumber }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isActive(data.import) ? pollMs : false),
  });

/** Files on their way: sent again they go on after the last part that came. */
export interface FilesUpload {
  readonly files: readonly File[];
  importNumber?: number | undefined;
  /** Parts of each file that came. */
  readonly sent: number[];
}

const bytesSent = ({ files, sent }: FilesUpload) =>
  files.reduce((sum, { size }, index) => sum + Math.min((sent[index] ?? 0) * importPartBytes, size), 0);

/** Sends what has not come yet, then has it checked; answers the import, or why it was refused. */
export async function sendFiles(
  upload: FilesUpload,
  onProgress: (bytes: number) => void,
): Promise<{ importNumber: number; failure?: ApiFailure } | { failure: ApiFailure }> {
  const { files, sent } = upload;
  if (upload.importNumber === undefined) {
    const opened = await callApi(openImport, {
      files: files.map(({ name, size }) => ({ name, byteCount: size })),
    });
    if (!opened.ok) return { failure: opened.failure };
    upload.importNumber = opened.data.import.importNumber;
  }
  const { importNumber } = upload;
  for (const [index, file] of files.entries()) {
    const parts = Math.ceil(file.size / importPartBytes);
    while ((sent[index] ?? 0) < parts) {
      const part = (sent[index] ?? 0) + 1;
      const piece = file.slice((part - 1) * importPartBytes, part * importPartBytes);
      const result = await uploadFile(addImportPart, { importNumber, fileNumber: index + 1, part }, piece);
      if (!result.ok) return { failure: result.failure };
      sent[index] = part;
      onProgress(bytesSent(upload));
    }
  }
  const checked = await callApi(actOnImport, { importNumber, act: 'check' });
  return checked.ok ? { importNumber } : { importNumber, failure: checked.failure };
}
