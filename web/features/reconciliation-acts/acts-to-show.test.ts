import { expect, test } from 'vitest';
import type { DocumentData } from '#web/lib/list/document-in-work.tsx';
import { actsToShow } from './reconciliations.tsx';

const act = (documentId: string, from: string, to: string, state: DocumentData['state']): DocumentData => ({
  documentId,
  kind: 'reconciliation',
  ledger: null,
  accountCount: 1,
  from,
  to,
  state,
  progress: 0,
  requestedAt: '2026-11-20T10:00:00.000Z',
  readyAt: null,
  reason: null,
  fileName: null,
});

test('actsToShow keeps the newest ready act of the same months and one in progress', () => {
  const acts = [
    act('in work', '2026-01', '2026-10', 'making'),
    act('ready', '2026-01', '2026-10', 'ready'),
    act('older', '2026-01', '2026-10', 'ready'),
    act('older and lost', '2026-01', '2026-10', 'queued'),
    act('other months', '2026-01', '2026-09', 'ready'),
  ];
  expect(actsToShow(acts).map(({ documentId }) => documentId)).toEqual(['in work', 'ready', 'other months']);
});

test('actsToShow keeps a failed act until it is requested again', () => {
  const acts = [
    act('again', '2026-01', '2026-10', 'queued'),
    act('other months', '2026-02', '2026-10', 'failed'),
    act('failed', '2026-01', '2026-10', 'failed'),
    act('ready', '2026-01', '2026-10', 'ready'),
  ];
  expect(actsToShow(acts).map(({ documentId }) => documentId)).toEqual(['again', 'other months', 'ready']);
});
