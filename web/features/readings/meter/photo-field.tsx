import { useEffect, useId, useRef, useState } from 'react';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { type ApiFailure, localFailure } from '#web/lib/api-failure.ts';
import { FileInput } from '#web/lib/files/file-input.tsx';
import { isHeic, reducePicture } from '#web/lib/files/reduce-picture.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { camera } from '#web/ui/cabinet-icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { sendPhoto } from '../api.ts';
import type { UnsentPhoto } from '../offline-queue/queued-reading.ts';
import { text } from '../text.ts';
import styles from './photo-field.module.css';
import { maintenanceIn } from './to-submission-error.ts';

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

interface PhotoFieldProps {
  account: string;
  /** What the photo is for; absent: said already. */
  reason?: string | undefined;
  /** The id of the text that asks for the photo. */
  describedBy?: string;
  /** Whether there is a photo, sent or not. */
  hasPhoto: boolean;
  onAdded: (photoId: string) => void;
  /** The photo could not be sent: it is queued with the reading. */
  onUnsent: (photo: UnsentPhoto) => void;
  onRemoved: () => void;
  /** The other way: another value. */
  onEdit?: () => void;
}

/** A photo of the meter, taken or chosen: reduced in the browser, then sent. */
export function PhotoField(props: PhotoFieldProps) {
  const { account, reason, describedBy = '', hasPhoto, onAdded, onUnsent, onRemoved, onEdit } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<string>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);

  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    const photo = await reducePicture(file);
    if (!photo) {
      setProblem((await isHeic(file)) ? readingMessages['readings.photoHeic'] : text.photoUnreadable);
    } else {
      setShown(URL.createObjectURL(photo));
      const requestId = newRequestId();
      const result = await sendPhotoUntilFree({ account, requestId, photo });
      if (result.ok) onAdded(result.data.photoId);
      else if (result.failure.httpStatus === 0 || maintenanceIn(result.failure))
        onUnsent({ requestId, content: await photo.arrayBuffer() });
      else setProblem(result.failure.message);
    }
    setBusy(false);
  };

  return (
    <div className={styles.field}>
      {(hasPhoto || reason) && <p id={`${id}-reason`}>{hasPhoto ? text.photoAdded : reason}</p>}
      {shown && <img className={styles.photo} src={shown} alt={text.photoAlt} />}
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
      <div className={styles.actions}>
        <FileInput
          ref={input}
          id={id}
          accept="image/jpeg,image/png,image/webp"
          describedBy={`${describedBy} ${id}-reason`}
          disabled={isBusy}
          onChosen={([file]) => {
            if (file) take(file).catch(() => setProblem(localFailure('common.unexpected').message));
          }}
        >
          <label htmlFor={id} className={buttonClass(hasPhoto ? 'quiet' : 'lamp')}>
            <Icon drawing={camera} />
            {isBusy ? text.photoBusy : hasPhoto ? text.photoReplace : text.photoAdd}
          </label>
        </FileInput>
        {!hasPhoto && onEdit && <Button onClick={onEdit}>{text.edit}</Button>}
        {hasPhoto && (
          <Button
            kind="plain"
            onClick={() => {
              setShown(undefined);
              onRemoved();
              input.current?.focus();
            }}
          >
            {text.photoRemove}
          </Button>
        )}
      </div>
    </div>
  );
}
