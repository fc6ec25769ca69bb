import type { ModuleInput } from '#billing/api/define-module.ts';
import type { RECONCILIATION_PDF } from '#billing/api/reconciliation.ts';
import { pageSize } from '#platform/pdf/paper.ts';

/** An act with its months and its date. */
export type ActOnPaper = ModuleInput<typeof RECONCILIATION_PDF>;

/** Where things stand on the page, in points. */
export const place = { left: pageSize.margin, width: pageSize.width - 2 * pageSize.margin } as const;
