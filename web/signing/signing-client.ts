import type {
  SigningAnswers,
  SigningReply,
  SigningRequest,
  SigningRequests,
  SigningTask,
} from './signing-messages.ts';

/** The worker is gone: its code did not arrive, it failed, or it was closed. */
class SigningFailed extends Error {}

/** The worker of one signature: opens a key file, signs, and ends with `close`, which forgets key and password. */
export interface SigningClient {
  /** One task at a time. @throws SigningFailed */
  ask<Task extends SigningTask>(
    task: Task,
    request: SigningRequests[Task],
    onProgress?: (done: number) => void,
  ): Promise<SigningAnswers[Task]>;
  close(): void;
}

interface Asked {
  readonly resolve: (answer: SigningAnswers[SigningTask]) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((done: number) => void) | undefined;
}

/** Loads and starts the worker. Called when a key is chosen: no page needs its code before. */
export function startSigning(): SigningClient {
  const worker = new Worker(new URL('./signing-worker.ts', import.meta.url), {
    type: 'module',
    name: 'signing',
  });
  let asked: Asked | undefined;
  let isEnded = false;
  const fail = () => {
    isEnded = true;
    worker.terminate();
    asked?.reject(new SigningFailed());
    asked = undefined;
  };
  worker.onmessage = ({ data }: MessageEvent<SigningReply>) => {
    if ('progress' in data) return asked?.onProgress?.(data.progress);
    if ('failed' in data) return fail();
    asked?.resolve(data.answer);
    asked = undefined;
  };
  worker.onerror = fail;
  return {
    ask: <Task extends SigningTask>(
      task: Task,
      request: SigningRequests[Task],
      onProgress?: (done: number) => void,
    ) =>
      new Promise<SigningAnswers[Task]>((resolve, reject) => {
        if (isEnded) return reject(new SigningFailed());
        asked = { resolve: (answer) => resolve(answer as SigningAnswers[Task]), reject, onProgress };
        // Moved, not copied: the page keeps no bytes of the key.
        const message = { task, ...request } as SigningRequest;
        const moved = 'file' in message ? [message.file.buffer] : [];
        worker.postMessage(message, moved);
      }),
    close: fail,
  };
}
