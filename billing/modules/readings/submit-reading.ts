import { refuse } from '#billing/api/define-module.ts';
import { READING_SUBMIT } from '#billing/api/readings/readings.ts';
import { handleModule } from '#billing/module-handler.ts';
import { instantOfDevice } from './device-clock.ts';
import { submitterOf } from './submit-batch.ts';

/**
 * READING_SUBMIT: submits a reading of one meter (product.md §7). Durable when answered; readings that need a
 * confirmation, are refused or blocked store nothing.
 */
export const handleReadingSubmit = handleModule(READING_SUBMIT, (services) => {
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
      reason: null,
      actor: context.actor,
    });
  };
});
