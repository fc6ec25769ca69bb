import { connect } from 'node:net';
import type { Antivirus, ScanResult } from './antivirus.ts';

const timeLimitMs = 20_000;
const maxChunkBytes = 64 * 1024;

/** The INSTREAM command: chunks, each after its length in four bytes, ended by an empty one. Source: clamd(8). */
async function* framed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const whole of content) {
    for (let start = 0; start < whole.length; start += maxChunkBytes) {
      const chunk = whole.subarray(start, start + maxChunkBytes);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      yield length;
      yield chunk;
    }
  }
  yield Buffer.alloc(4);
}

function toResult(answer: string): ScanResult {
  const words = answer.replace(/\0/g, '').trim();
  if (words === 'stream: OK') return 'clean';
  return words.startsWith('stream: ') && words.endsWith(' FOUND') ? 'infected' : 'unavailable';
}

/** A clamd that listens on TCP. Whatever goes wrong with it is 'unavailable'. */
export function createClamd({ host, port }: { readonly host: string; readonly port: number }): Antivirus {
  return {
    isOn: true,
    scan: (content) =>
      new Promise((resolve) => {
        const socket = connect({ host, port });
        let answer = '';
        const finish = (result: ScanResult) => {
          socket.destroy();
          resolve(result);
        };
        socket.setTimeout(timeLimitMs, () => finish('unavailable'));
        socket.setEncoding('utf8');
        socket.on('error', () => finish('unavailable'));
        socket.on('data', (part: string) => {
          answer += part;
        });
        socket.on('end', () => finish(toResult(answer)));
        socket.on('connect', () => {
          void (async () => {
            for await (const part of framed(content)) {
              if (socket.destroyed) return;
              if (!socket.write(part))
                await new Promise((drained) => socket.once('drain', drained).once('close', drained));
            }
          })().catch(() => finish('unavailable'));
        });
      }),
  };
}
