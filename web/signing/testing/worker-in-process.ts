import { vi } from 'vitest';
import { SigningCore } from '../signing-core.ts';
import type { SigningReply, SigningRequest } from '../signing-messages.ts';

/** Runs the signing worker in the process of a test, which has no workers; the result counts those that are open. */
export function stubSigningWorker(): { readonly open: () => number } {
  let open = 0;
  class WorkerInProcess {
    onmessage: ((event: { data: SigningReply }) => void) | undefined;
    readonly #core = new SigningCore();
    #isOpen = true;
    constructor() {
      open++;
    }
    postMessage(request: SigningRequest) {
      const reply = (data: SigningReply) => this.#isOpen && this.onmessage?.({ data });
      setImmediate(() => {
        try {
          reply({ answer: this.#core.answer(request, (progress) => reply({ progress })) });
        } catch {
          reply({ failed: true });
        }
      });
    }
    terminate() {
      if (this.#isOpen) open--;
      this.#isOpen = false;
    }
  }
  vi.stubGlobal('Worker', WorkerInProcess);
  return { open: () => open };
}
