import type { ModuleInput } from '#billing/api/define-module.ts';
import type { RECONCILIATION_PDF } from '#billing/api/reconciliation-acts.ts';
import { pageSize } from '#platform/pdf/paper.ts';

/** An act with its months and date. */
export type ActPdfView = ModuleInput<typeof RECONCILIATION_PDF>;

/** Position on the page, in points. */
export const place = { left: pageSize.margin, width: pageSize.width - 2 * pageSize.margin } as const;
