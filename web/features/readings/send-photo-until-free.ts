import type { ApiFailure } from '#web/lib/api-failure.ts';
import { sendPhoto } from './api.ts';

const MAX_TRIES = 3;
const PAUSE_SECONDS = 5;
/** Nobody looks at a photo that is being sent for longer. */
const MAX_PAUSE_SECONDS = 20;

/** How long to wait before a photo is sent again; undefined: it is not, the failure is told. */
function pauseSeconds({ httpStatus, retryAfterSeconds = PAUSE_SECONDS }: ApiFailure): number | undefined {
  const isBusy = httpStatus === 503 || httpStatus === 429;
  return isBusy && retryAfterSeconds <= MAX_PAUSE_SECONDS ? retryAfterSeconds : undefined;
}

/**
 * Sends a photo of a meter; while the server is busy or takes no more for some seconds (503, 429), again when it says, at most
 * three times in all. The same request names the same photo, so that it is kept once. The last failure is answered.
 */
export async function sendPhotoUntilFree(photo: Parameters<typeof sendPhoto>[0]) {
  for (let tries = 1; ; tries += 1) {
    const result = await sendPhoto(photo);
    const pause = result.ok ? undefined : pauseSeconds(result.failure);
    if (pause === undefined || tries === MAX_TRIES) return result;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}
