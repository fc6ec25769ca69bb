import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gosthash, library } from '../library.ts';
import { type Identity, makeIdentity } from './make-certificate.ts';
import { makeOcspAnswer } from './make-ocsp-answer.ts';

type OcspMode = 'good' | 'revoked' | 'unknown' | 'silent' | 'huge' | 'garbage';

/** What a time server answers: a token for the digest of the request. */
function makeTimeStampAnswer({ priv, certificate }: Identity, request: Buffer, at: number): Buffer {
  // The digest ends before the wish for the certificate, which has three bytes.
  const digest = request.subarray(request.length - 35, request.length - 3);
  const info = library.rfc3161.TSTInfo.encode(
    {
      version: 'v1',
      policy: [1, 2, 804, 2, 1, 1, 1, 2, 3, 1],
      messageImprint: { hashAlgorithm: { algorithm: 'Gost34311' }, hashedMessage: digest },
      serialNumber: 7,
      genTime: new Date(at),
    },
    'der',
  );
  const token = new library.models.Message({
    type: 'signedData',
    cert: certificate,
    signer: priv,
    hash: gosthash,
    dataHash: gosthash(info),
    data: info,
    signTime: Math.floor(at / 1000),
  });
  Object.assign(token.info.contentInfo, { contentType: 'tstInfo' });
  const parsed = library.dstszi2010.ContentInfo.decode(token.as_asn1(), 'der');
  return library.rfc3161.TimeStampResp.encode(
    { status: { status: 'granted' }, timeStampToken: parsed },
    'der',
  );
}

/** The servers of an authority on this machine: revocation and time stamps. Their answers are set by the test. */
export async function startAuthorityServer(authority: Identity, now: () => number) {
  const server = (commonName: string, purpose: string) =>
    makeIdentity({ kind: 'server', issuer: authority, purpose, subject: { commonName } });
  const responder = server('Test OCSP', '1.3.6.1.5.5.7.3.9');
  const clockServer = server('Test TSP', '1.3.6.1.5.5.7.3.8');
  const state = { ocsp: 'good' as OcspMode, tsp: 'good' as 'good' | 'silent' | 'garbage', asked: 0 };
  const http = createServer((request, response) => {
    void answer(request).then((content) => {
      if (content === undefined) request.socket.destroy();
      else response.end(content);
    });
  });

  async function answer(request: IncomingMessage): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    state.asked += 1;
    if (request.url === '/tsp') {
      if (state.tsp === 'silent') return undefined;
      return state.tsp === 'garbage' ? Buffer.from('no') : makeTimeStampAnswer(clockServer, body, now());
    }
    if (state.ocsp === 'silent') return undefined;
    if (state.ocsp === 'huge') return Buffer.alloc(1_000_000);
    if (state.ocsp === 'garbage') return Buffer.from('<html>');
    return makeOcspAnswer(responder, body, { state: state.ocsp, at: now() });
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    state,
    timeServer: clockServer.certificate,
    ocspUrl: `http://127.0.0.1:${port}/ocsp`,
    tspUrl: `http://127.0.0.1:${port}/tsp`,
    close: () => new Promise((resolve) => http.close(resolve)),
  };
}
