/** Media types of files that customers and staff send each other, beside those that the product makes. */
export const sentFileTypes = {
  jpeg: 'image/jpeg',
  xls: 'application/vnd.ms-excel',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  p7s: 'application/pkcs7-signature',
  asice: 'application/vnd.etsi.asic-e+zip',
} as const;
