import './node-globals.ts';
import { SigningCore } from './signing-core.ts';
import type { SigningReply, SigningRequest } from './signing-messages.ts';

/**
 * The worker that opens key files and signs. Key and password stay in it and end with it: it sends nothing anywhere
 * (the policy of its response forbids it) and keeps nothing.
 */
const core = new SigningCore();
const reply = (message: SigningReply) => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<SigningRequest>) => {
  try {
    reply({ answer: core.answer(data, (progress) => reply({ progress })) });
  } catch {
    // The reason may quote what is secret.
    reply({ failed: true });
  }
});
