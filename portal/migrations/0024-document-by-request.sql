-- A request id belongs to one document, of whatever account.
create index document_requests_by_request_id on portal.document_request (request_id);
