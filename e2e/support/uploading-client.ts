import { createHash, randomBytes } from 'node:crypto';
import { addTicketFile, ticketFile } from '#contract/conversations.ts';
import { newId } from '#platform/uuid.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import type { Random } from '#sample/random.ts';
import type { Client } from './product/kill-fixture.ts';

/** A file that the server answered with success. */
export interface AcknowledgedFile {
  readonly accountNumber: string;
  readonly fileId: string;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
}

const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A document of 1 to 600 kB. */
function makeDocument(random: Random): Uint8Array {
  return Buffer.from(`%PDF-1.7\n${randomBytes(random.between(500, 300_000)).toString('hex')}`);
}

/** A customer's browser that adds one file for each account of its own, and repeats what got no answer as a browser does. */
export function createUploadingClient(client: Client, random: Random, acknowledged: AcknowledgedFile[]) {
  const { token, accounts } = client;
  let underWay: ((url: string) => Promise<void>) | undefined;
  const waiting = [...accounts];

  async function post(url: string, path: string, payload: object): Promise<Response> {
    const { type, body } = await requestBody(path, { token, ...payload });
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  return {
    /** Works on until the accounts are done or a call fails; answers the error that ended it. */
    async work(url: string): Promise<unknown> {
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { accountNumber } = next;
          const content = makeDocument(random);
          const payload = { account: accountNumber, name: 'document.pdf', requestId: newId(), file: content };
          underWay = async (to) => {
            const response = await post(to, addTicketFile.path, payload);
            const { file } = (await response.json()) as { file: { id: string } };
            acknowledged.push({ accountNumber, fileId: file.id, digest: digestOf(content) });
            underWay = undefined;
          };
          await underWay(url);
        }
        return undefined;
      } catch (error) {
        return error;
      }
    },
    async repeat(url: string): Promise<void> {
      await underWay?.(url);
    },
    /** Acknowledged files of this client that are not served as they were sent, each with what is served. */
    async findLoss(url: string): Promise<readonly string[]> {
      const own = new Set(accounts.map(({ accountNumber }) => accountNumber));
      const lost: string[] = [];
      for (const { accountNumber, fileId, digest } of acknowledged) {
        if (!own.has(accountNumber)) continue;
        const found = await post(url, ticketFile.path, { account: accountNumber, fileId }).then(
          async (response) => digestOf(new Uint8Array(await response.arrayBuffer())),
          String,
        );
        if (found !== digest) lost.push(`${fileId}: ${found}`);
      }
      return lost;
    },
  };
}
