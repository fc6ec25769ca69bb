/** The least time a loading state is shown, so that it does not flash. Source: base specification, section 9. */
export const MINIMUM_DISPLAY_MS = 200;

/**
 * For a busy state that is shown at once, as of a pressed button: the same promise, settled no earlier than after the
 * minimum display delay.
 */
export async function withMinimumDelay<T>(work: Promise<T>, milliseconds = MINIMUM_DISPLAY_MS): Promise<T> {
  const [result] = await Promise.allSettled([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
  ]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
