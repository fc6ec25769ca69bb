import type { ApiFailure } from '#web/lib/api-failure.ts';
import { sendPhoto } from './api.ts';

const MAX_TRIES = 3;
const PAUSE_SECONDS = 5;
/** Maximum wait of a user for a photo. */
const MAX_PAUSE_SECONDS = 20;

/** The pause in seconds before a photo is sent again; undefined: the failure is final. */
function pauseSeconds({ httpStatus, retryAfterSeconds = PAUSE_SECONDS }: ApiFailure): number | undefined {
  const isBusy = httpStatus === 503 || httpStatus === 429;
  return isBusy && retryAfterSeconds <= MAX_PAUSE_SECONDS ? retryAfterSeconds : undefined;
}

/**
 * Sends a photo of a meter; on 503 and 429 repeats after the pause given by the server, at most three attempts. The
 * repeated request is idempotent, so the photo is stored once. Answers the last failure.
 */
export async function sendPhotoUntilFree(photo: Parameters<typeof sendPhoto>[0]) {
  for (let tries = 1; ; tries += 1) {
    const result = await sendPhoto(photo);
    const pause = result.ok ? undefined : pauseSeconds(result.failure);
    if (pause === undefined || tries === MAX_TRIES) return result;
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
  }
}
