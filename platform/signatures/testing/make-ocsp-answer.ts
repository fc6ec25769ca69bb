import { gosthash } from '../library.ts';
import { ocspSchemas } from '../ocsp.ts';
import type { Identity } from './make-certificate.ts';

interface OcspAnswer {
  readonly state: 'good' | 'revoked' | 'unknown';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Absent: that of the question. */
  readonly nonce?: Buffer;
  readonly isBroken?: boolean;
}

/** What a responder answers to a question about one certificate. */
export function makeOcspAnswer(
  { priv, certificate }: Identity,
  request: Uint8Array,
  { state, at, nonce, isBroken = false }: OcspAnswer,
): Buffer {
  const { tbsRequest } = ocspSchemas.OcspRequest.decode(Buffer.from(request), 'der');
  const asked = tbsRequest.requestExtensions[0]?.extnValue;
  const data = {
    responderID: { type: 'byKey', value: certificate.extension.subjectKeyIdentifier },
    producedAt: new Date(at),
    responses: [
      {
        certID: tbsRequest.requestList[0]?.reqCert,
        certStatus:
          state === 'revoked'
            ? { type: state, value: { revocationTime: new Date(at - 3_600_000) } }
            : { type: state, value: null },
        thisUpdate: new Date(at),
      },
    ],
    responseExtensions: [{ extnID: 'OCSPNonce', extnValue: nonce ?? asked }],
  };
  const signature = priv.sign(gosthash(ocspSchemas.ResponseData.encode(data, 'der')), 'le');
  if (isBroken) signature[0] = (signature[0] ?? 0) ^ 1;
  const response = ocspSchemas.BasicResponse.encode(
    {
      tbsResponseData: data,
      signatureAlgorithm: { algorithm: 'Dstu4145le' },
      signature: {
        unused: 0,
        data: Buffer.concat([Buffer.from([0x04, signature.length]), signature]),
      },
      certs: [certificate.ob],
    },
    'der',
  );
  return ocspSchemas.OcspResponse.encode(
    {
      responseStatus: 'successful',
      responseBytes: { responseType: [1, 3, 6, 1, 5, 5, 7, 48, 1, 1], response },
    },
    'der',
  );
}
