import type * as z from 'zod/mini';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import type { METER_LIST } from '#billing/api/readings/meters.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { meterSchema } from '#contract/readings.ts';
import { textOf } from './outcome-dto.ts';

type KnownMeter = ModuleOutput<typeof METER_LIST>['meters'][number];

/** Meters in the words of the calls; why nothing can be entered comes with its text. */
export function toMeterDtos(
  meters: readonly KnownMeter[],
  contacts: MessageParams,
): z.infer<typeof meterSchema>[] {
  return meters.map(({ blockedBy, blockedParams, opensOn, ...meter }) => ({
    ...meter,
    blocked:
      blockedBy === null
        ? null
        : { code: blockedBy, message: textOf(blockedBy, { ...contacts, ...blockedParams }), opensOn },
  }));
}
