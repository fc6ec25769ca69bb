import { randomBytes } from 'node:crypto';
import { isIssuedBy, parseCertificate } from './certificate.ts';
import { asn1, type Certificate, gosthash, library, toBuffer } from './library.ts';
import { maxCertificates } from './message-bounds.ts';

/** A question about the state of a certificate (RFC 6960) and what its answer is checked by. */
export interface OcspQuestion {
  readonly request: Uint8Array;
  readonly nonce: Uint8Array;
  /** DER of the certificate. */
  readonly certificate: Uint8Array;
}

export type OcspState = 'good' | 'revoked' | 'unavailable';

type RawExtensions = readonly { readonly extnID: unknown; readonly extnValue: Buffer }[];

interface AnswerData {
  readonly responderID: { readonly type: 'byName' | 'byKey'; readonly value: ResponderValue };
  /** Epoch milliseconds. */
  readonly producedAt: number;
  readonly responses: readonly {
    readonly certID: unknown;
    readonly certStatus: { readonly type: 'good' | 'revoked' | 'unknown' };
  }[];
  readonly responseExtensions?: RawExtensions;
}

interface Answer {
  readonly tbsResponseData: AnswerData;
  readonly signature: { readonly data: Buffer };
  readonly certs?: readonly unknown[];
}

/** A name, or the hash of a key, by the type beside it. */
type ResponderValue = Buffer & { readonly value: never };

interface Asked {
  readonly tbsRequest: {
    readonly requestList: readonly { readonly reqCert: unknown }[];
    readonly requestExtensions: RawExtensions;
  };
}

const CertId = asn1.define('CertID', function () {
  this.seq().obj(
    this.key('hashAlgorithm').use(library.rfc3280.AlgorithmIdentifier),
    this.key('issuerNameHash').octstr(),
    this.key('issuerKeyHash').octstr(),
    this.key('serialNumber').int(),
  );
});

const Request = asn1.define('Request', function () {
  this.seq().obj(this.key('reqCert').use(CertId));
});

const TbsRequest = asn1.define('TBSRequest', function () {
  this.seq().obj(
    this.key('requestList').seqof(Request),
    this.key('requestExtensions').explicit(2).optional().use(library.rfc3280.Extensions),
  );
});

const OcspRequest = asn1.define<Asked>('OCSPRequest', function () {
  this.seq().obj(this.key('tbsRequest').use(TbsRequest));
});

const ResponseBytes = asn1.define('ResponseBytes', function () {
  this.seq().obj(this.key('responseType').objid(), this.key('response').octstr());
});

const OcspResponse = asn1.define<{
  readonly responseStatus: string;
  readonly responseBytes?: { readonly response: Buffer };
}>('OCSPResponse', function () {
  this.seq().obj(
    this.key('responseStatus').enum({
      0: 'successful',
      1: 'malformedRequest',
      2: 'internalError',
      3: 'tryLater',
      5: 'sigRequired',
      6: 'unauthorized',
    }),
    this.key('responseBytes').optional().explicit(0).use(ResponseBytes),
  );
});

const RevokedInfo = asn1.define('RevokedInfo', function () {
  this.seq().obj(this.key('revocationTime').gentime(), this.key('revocationReason').optional().any());
});

const CertStatus = asn1.define('CertStatus', function () {
  this.choice({
    good: this.implicit(0).null_(),
    revoked: this.implicit(1).use(RevokedInfo),
    unknown: this.implicit(2).null_(),
  });
});

const SingleResponse = asn1.define('SingleResponse', function () {
  this.seq().obj(
    this.key('certID').use(CertId),
    this.key('certStatus').use(CertStatus),
    this.key('thisUpdate').gentime(),
    this.key('nextUpdate').optional().explicit(0).gentime(),
    this.key('singleExtensions').optional().explicit(1).use(library.rfc3280.Extensions),
  );
});

const KeyHash = asn1.define('KeyHash', function () {
  this.octstr();
});

const ResponderId = asn1.define('ResponderID', function () {
  this.choice({
    byName: this.explicit(1).use(library.rfc3280.Name),
    byKey: this.explicit(2).use(KeyHash),
  });
});

const ResponseData = asn1.define('ResponseData', function () {
  this.seq().obj(
    this.key('responderID').use(ResponderId),
    this.key('producedAt').gentime(),
    this.key('responses').seqof(SingleResponse),
    this.key('responseExtensions').optional().explicit(1).use(library.rfc3280.Extensions),
  );
});

const BasicResponse = asn1.define<Answer>('BasicOCSPResponse', function () {
  this.seq().obj(
    this.key('tbsResponseData').use(ResponseData),
    this.key('signatureAlgorithm').use(library.rfc3280.AlgorithmIdentifier),
    this.key('signature').bitstr(),
    this.key('certs').optional().explicit(0).seqof(library.rfc3280.Certificate),
  );
});

/** @internal The answer of a responder is made of them in tests. */
export const ocspSchemas = { OcspRequest, OcspResponse, BasicResponse, ResponseData };

function certIdOf(certificate: Certificate) {
  return {
    hashAlgorithm: { algorithm: 'Gost34311' },
    issuerNameHash: gosthash(certificate.name_asn1()),
    issuerKeyHash: certificate.extension.authorityKeyIdentifier,
    serialNumber: certificate.serial,
  };
}

export function ocspQuestion(certificate: Certificate): OcspQuestion {
  const nonce = randomBytes(20);
  const request = OcspRequest.encode(
    {
      tbsRequest: {
        requestList: [{ reqCert: certIdOf(certificate) }],
        requestExtensions: [{ extnID: 'OCSPNonce', extnValue: nonce }],
      },
    },
    'der',
  );
  return { request, nonce, certificate: certificate.as_asn1() };
}

/** How old an answer may be. */
const maxAgeMs = 24 * 3_600_000;

/**
 * The state of a certificate by the answer of a responder: signed by a certificate that the same authority issued for it, of this
 * certificate, of today, with the nonce when there is one. Runs in a worker process.
 */
export function readOcspAnswer({
  question,
  answer,
  authorities,
  now,
}: {
  readonly question: OcspQuestion;
  readonly answer: Uint8Array;
  readonly authorities: readonly Uint8Array[];
  readonly now: number;
}): OcspState {
  try {
    const outer = OcspResponse.decode(toBuffer(answer), 'der');
    if (outer.responseStatus !== 'successful' || outer.responseBytes === undefined) return 'unavailable';
    const response = BasicResponse.decode(outer.responseBytes.response, 'der');
    if ((response.certs?.length ?? 0) > maxCertificates) return 'unavailable';
    const certificate = parseCertificate(question.certificate);
    const known = authorities.map(parseCertificate);
    const data = response.tbsResponseData;
    const responder = findResponder(data.responderID, response.certs ?? [], known);
    if (responder === undefined) return 'unavailable';
    const [single] = data.responses;
    if (single === undefined) return 'unavailable';
    const wanted = CertId.encode(certIdOf(certificate), 'der');
    const isAnswer =
      isResponderOf(responder, certificate, known, data.producedAt) &&
      responder.pubkey?.verify(gosthash(ResponseData.encode(data, 'der')), response.signature.data) ===
        true &&
      CertId.encode(single.certID, 'der').equals(wanted) &&
      hasNonce(data.responseExtensions ?? [], question.nonce) &&
      Math.abs(now - data.producedAt) < maxAgeMs;
    if (!isAnswer) return 'unavailable';
    if (single.certStatus.type === 'good') return 'good';
    return single.certStatus.type === 'revoked' ? 'revoked' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}

function findResponder(
  id: AnswerData['responderID'],
  inside: readonly unknown[],
  known: readonly Certificate[],
): Certificate | undefined {
  const candidates = [...inside.map((one) => new library.Certificate(one)), ...known];
  return id.type === 'byName'
    ? candidates.find((one) => one.subjectDN() === library.Certificate.formatDN(id.value.value))
    : candidates.find((one) => one.extension.subjectKeyIdentifier?.equals(id.value) === true);
}

/** The authority itself, or who it has authorized (RFC 6960, 4.2.2.2). */
function isResponderOf(
  responder: Certificate,
  certificate: Certificate,
  known: readonly Certificate[],
  time: number,
): boolean {
  const authority = certificate.extension.authorityKeyIdentifier;
  if (authority === null) return false;
  if (responder.extension.subjectKeyIdentifier?.equals(authority) === true)
    return known.some((one) => one.as_asn1().equals(responder.as_asn1()));
  return (
    responder.extension.authorityKeyIdentifier?.equals(authority) === true &&
    responder.extension.extendedKeyUsage !== undefined &&
    isIssuedBy(responder, known, { time, usage: 'ocspSigning' })
  );
}

function hasNonce(extensions: RawExtensions, nonce: Uint8Array): boolean {
  const answered = extensions.find(({ extnID }) => extnID === 'OCSPNonce')?.extnValue;
  // Some responders wrap it into an OCTET STRING of its own; an answer without one is bound by its time alone.
  return answered === undefined || answered.equals(nonce) || answered.subarray(2).equals(nonce);
}
