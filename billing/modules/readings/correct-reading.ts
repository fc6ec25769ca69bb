import { refuse } from '#billing/api/define-module.ts';
import { READING_CORRECT } from '#billing/api/readings/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantOfDevice } from './device-clock.ts';
import { submitterOf } from './submit-batch.ts';

/**
 * READING_CORRECT: replaces the current reading of the period until it closes (product.md §5); the old readings stay as
 * superseded, the audit entry has both and the reason.
 */
export const handleReadingCorrect = handleModule(READING_CORRECT, (services) => {
  const submit = submitterOf(services);
  return async (input, context) => {
    const takenAt = instantOfDevice(input.takenAt, services.clock.now());
    if (takenAt === 'wrong') return refuse('common.deviceClock');
    return submit({
      accountNumber: input.accountNumber,
      meterId: input.meterId,
      values: input.values,
      confirmed: input.confirmed,
      photoId: input.photoId ?? null,
      takenAt,
      requestId: input.requestId,
      reason: input.reason,
      actor: context.actor,
    });
  };
});
