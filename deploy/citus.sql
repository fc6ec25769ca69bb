-- Distributes a migrated, empty database of this version with Citus 14. Rendered from checks/placement/placements.ts; a test
-- compares. Not run on Citus: read deploy/citus.md first.
-- psql -v ON_ERROR_STOP=1 -v shards=128 -f deploy/citus.sql <URL of the coordinator as superuser>

create extension if not exists citus;
-- The triggers that remain refuse changes, or write rows of the same account.
alter database :"DBNAME" set citus.enable_unsafe_triggers to on;
set citus.enable_unsafe_triggers to on;

-- Unique keys over all accounts.
-- billing.invoice_account_number_key remains. Unique over all accounts: the number begins with the account and the month
-- (`billReference`).
alter table billing.invoice drop constraint invoice_number_key;
-- billing.metering_point_pkey remains. Unique over all accounts: nothing yet: a table of the codes in force with their accounts,
-- distributed by the code and written where a point begins and ends.
drop index billing.metering_point_eic_code_key;
-- billing.payment_account_order_key remains. Unique over all accounts: an order of the portal begins with the account of its
-- first part (`orderId`), which is written first; those of statements carry the UUID of their payment, and those of imports are
-- compared with what is stored.
drop index billing.payment_order_part_key;
-- billing.violation_act_account_number_key remains. Unique over all accounts: nothing yet: a table of the numbers with their
-- accounts, distributed by the number and written where staff draw up an act.
drop index billing.violation_act_of_staff_number_key;

-- Triggers that write what is not on the node of the row.
-- In its place, not built: counts of each node, added where they are read.
drop trigger account_added_count on billing.account;
-- In its place, not built: counts of each node, added where they are read.
drop trigger account_changed_count on billing.account;
-- In its place, not built: words collected by a job from the nodes, as they only serve misspelt searches.
drop trigger account_search_words_insert on billing.account_search;
-- In its place, not built: words collected by a job from the nodes, as they only serve misspelt searches.
drop trigger account_search_words_update on billing.account_search;
-- In its place, not built: notes of each node, taken by a job of each node.
drop trigger bill_debt_change on billing.bill;
-- In its place, not built: counts of each node, added where they are read.
drop trigger consumption_count on billing.consumption;
-- In its place, not built: a statement over the accounts of the customer, by what changes the name.
drop trigger customer_search_names on billing.customer;
-- In its place, not built: counts of each node, added where they are read.
drop trigger ledger_entry_count on billing.ledger_entry;
-- In its place, not built: notes of each node, taken by a job of each node.
drop trigger reading_account_added on billing.reading;
-- In its place, not built: notes of each node, taken by a job of each node.
drop trigger reading_account_changed on billing.reading;
-- In its place, not built: notes of each node, taken by a job of each node.
drop trigger reading_account_deleted on billing.reading;
-- In its place, not built: counts of each node, added where they are read.
drop trigger reading_count on billing.reading;

-- Look-up tables, a copy on each node.
select create_reference_table('billing.closing_run');
select create_reference_table('billing.compact_answer');
select create_reference_table('billing.customer');
select create_reference_table('billing.company_information');
select create_reference_table('billing.distribution_operator');
select create_reference_table('billing.economic_rate');
select create_reference_table('billing.period');
select create_reference_table('billing.price_component');
select create_reference_table('billing.rule_change');
select create_reference_table('billing.supplier');
select create_reference_table('billing.tariff');
select create_reference_table('billing.tariff_version');

-- Tables by account, the rows of an account on one node.
select create_distributed_table('billing.account', 'account_number', colocate_with := 'none', shard_count := :shards);
select create_distributed_table('billing.account_holder', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.account_reading', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.account_responsible', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.account_search', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.account_tariff', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.violation_act', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.act_schedule', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.act_step', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.audit_entry', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.benefit', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.benefit_step', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.bill', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.metering_point', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.meter', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.meter_channel', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.channel_reading', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.charge_line', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.closing_exception', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.register', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.consumption', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.consumption_revision', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.contract_point', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.contract_volume', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.correction_request', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.debt_month', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.entity_contract', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.feed_in_month', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.hourly_value', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.invoice', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.invoice_line', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.invoice_quantity', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.invoice_quantity_revision', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.ledger_entry', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.master_data_change', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.metering_point_version', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.payment', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.payment_event', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.planned_payment', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.premises', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.reactive_payment', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.reading_submission', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.reading', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.reading_review', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.reading_decision', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.recalculation', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.recalculation_request', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.refund_request', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.sub_consumer', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.tax_invoice', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.volume_correction', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.volume_request', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.volume_request_event', 'account_number', colocate_with := 'billing.account');
select create_distributed_table('billing.volume_request_row', 'account_number', colocate_with := 'billing.account');

-- Tables of the coordinator, known to the other nodes. Only where clients connect to those: the nodes of the product connect to
-- the coordinator, and run without. psql -v any_node=1
\if :{?any_node}
select citus_add_local_table_to_metadata('billing.account_count');
select citus_add_local_table_to_metadata('billing.account_reading_change');
select citus_add_local_table_to_metadata('billing.account_reading_count');
select citus_add_local_table_to_metadata('billing.audit_archive');
select citus_add_local_table_to_metadata('billing.audit_chain');
select citus_add_local_table_to_metadata('billing.audit_seal');
select citus_add_local_table_to_metadata('billing.bank_statement');
select citus_add_local_table_to_metadata('billing.bank_statement_format');
select citus_add_local_table_to_metadata('billing.bank_statement_outcome');
select citus_add_local_table_to_metadata('billing.bank_statement_part');
select citus_add_local_table_to_metadata('billing.bank_statement_payer');
select citus_add_local_table_to_metadata('billing.bank_statement_row');
select citus_add_local_table_to_metadata('billing.bank_statement_same_sum');
select citus_add_local_table_to_metadata('billing.booking_clock');
select citus_add_local_table_to_metadata('billing.consumption_count');
select citus_add_local_table_to_metadata('billing.debt_change');
select citus_add_local_table_to_metadata('billing.debt_count');
select citus_add_local_table_to_metadata('billing.import_part');
select citus_add_local_table_to_metadata('billing.import_problem');
select citus_add_local_table_to_metadata('billing.import_run');
select citus_add_local_table_to_metadata('billing.ledger_check');
select citus_add_local_table_to_metadata('billing.ledger_count');
select citus_add_local_table_to_metadata('billing.operator_event');
select citus_add_local_table_to_metadata('billing.outbox_event');
select citus_add_local_table_to_metadata('billing.reading_count');
select citus_add_local_table_to_metadata('billing.request_id');
select citus_add_local_table_to_metadata('billing.search_word');
select citus_add_local_table_to_metadata('billing.supplier_change');
select citus_add_local_table_to_metadata('billing.tariff_plan');
select citus_add_local_table_to_metadata('billing.tariff_trial');
select citus_add_local_table_to_metadata('portal.access_change');
select citus_add_local_table_to_metadata('portal.access_request');
select citus_add_local_table_to_metadata('portal.account_event');
select citus_add_local_table_to_metadata('portal.act_objection');
select citus_add_local_table_to_metadata('portal.active_user_day');
select citus_add_local_table_to_metadata('portal.active_user_hour');
select citus_add_local_table_to_metadata('portal.active_user_minute');
select citus_add_local_table_to_metadata('portal.administrator');
select citus_add_local_table_to_metadata('portal.administrator_grant');
select citus_add_local_table_to_metadata('portal.administrator_link');
select citus_add_local_table_to_metadata('portal.administrator_role');
select citus_add_local_table_to_metadata('portal.answer_template');
select citus_add_local_table_to_metadata('portal.answer_template_event');
select citus_add_local_table_to_metadata('portal.api_call');
select citus_add_local_table_to_metadata('portal.api_token');
select citus_add_local_table_to_metadata('portal.api_token_use');
select citus_add_local_table_to_metadata('portal.audit_chain');
select citus_add_local_table_to_metadata('portal.audit_seal');
select citus_add_local_table_to_metadata('portal.audit_seal_delivery');
select citus_add_local_table_to_metadata('portal.authority');
select citus_add_local_table_to_metadata('portal.authority_proposal');
select citus_add_local_table_to_metadata('portal.bill_by_mail');
select citus_add_local_table_to_metadata('portal.brand_image');
select citus_add_local_table_to_metadata('portal.brand_version');
select citus_add_local_table_to_metadata('portal.browser_report');
select citus_add_local_table_to_metadata('portal.browser_report_call');
select citus_add_local_table_to_metadata('portal.browser_report_hour');
select citus_add_local_table_to_metadata('portal.calendar_link');
select citus_add_local_table_to_metadata('portal.call_count_day');
select citus_add_local_table_to_metadata('portal.call_count_hour');
select citus_add_local_table_to_metadata('portal.call_count_minute');
select citus_add_local_table_to_metadata('portal.call_latency_day');
select citus_add_local_table_to_metadata('portal.call_latency_hour');
select citus_add_local_table_to_metadata('portal.call_latency_minute');
select citus_add_local_table_to_metadata('portal.call_pair_day');
select citus_add_local_table_to_metadata('portal.call_total_minute');
select citus_add_local_table_to_metadata('portal.chat_rule');
select citus_add_local_table_to_metadata('portal.chat_typing');
select citus_add_local_table_to_metadata('portal.chosen_account');
select citus_add_local_table_to_metadata('portal.commit_probe');
select citus_add_local_table_to_metadata('portal.company_action');
select citus_add_local_table_to_metadata('portal.company_member');
select citus_add_local_table_to_metadata('portal.compensation');
select citus_add_local_table_to_metadata('portal.compensation_rule');
select citus_add_local_table_to_metadata('portal.confirmation_code');
select citus_add_local_table_to_metadata('portal.consent');
select citus_add_local_table_to_metadata('portal.content_version');
select citus_add_local_table_to_metadata('portal.conversation');
select citus_add_local_table_to_metadata('portal.conversation_clock');
select citus_add_local_table_to_metadata('portal.conversation_draft');
select citus_add_local_table_to_metadata('portal.conversation_event');
select citus_add_local_table_to_metadata('portal.conversation_file');
select citus_add_local_table_to_metadata('portal.conversation_message');
select citus_add_local_table_to_metadata('portal.conversation_note');
select citus_add_local_table_to_metadata('portal.conversation_topic');
select citus_add_local_table_to_metadata('portal.customer_block');
select citus_add_local_table_to_metadata('portal.desk_presence');
select citus_add_local_table_to_metadata('portal.desk_view');
select citus_add_local_table_to_metadata('portal.document_request');
select citus_add_local_table_to_metadata('portal.document_signature');
select citus_add_local_table_to_metadata('portal.erasure_request');
select citus_add_local_table_to_metadata('portal.error_log');
select citus_add_local_table_to_metadata('portal.failed_call_day');
select citus_add_local_table_to_metadata('portal.failed_return_day');
select citus_add_local_table_to_metadata('portal.failed_user_day');
select citus_add_local_table_to_metadata('portal.feedback');
select citus_add_local_table_to_metadata('portal.file_store');
select citus_add_local_table_to_metadata('portal.fm_call');
select citus_add_local_table_to_metadata('portal.identity');
select citus_add_local_table_to_metadata('portal.identity_account');
select citus_add_local_table_to_metadata('portal.known_network');
select citus_add_local_table_to_metadata('portal.live_event');
select citus_add_local_table_to_metadata('portal.live_topic');
select citus_add_local_table_to_metadata('portal.maintenance');
select citus_add_local_table_to_metadata('portal.name_latency_day');
select citus_add_local_table_to_metadata('portal.node_sample');
select citus_add_local_table_to_metadata('portal.node_state');
select citus_add_local_table_to_metadata('portal.notification_choice');
select citus_add_local_table_to_metadata('portal.object_info');
select citus_add_local_table_to_metadata('portal.outgoing_message');
select citus_add_local_table_to_metadata('portal.payment_reminder');
select citus_add_local_table_to_metadata('portal.production_start');
select citus_add_local_table_to_metadata('portal.push_subscription');
select citus_add_local_table_to_metadata('portal.reconciliation_disagreement');
select citus_add_local_table_to_metadata('portal.recovery_code');
select citus_add_local_table_to_metadata('portal.registration_count');
select citus_add_local_table_to_metadata('portal.reminder_sent');
select citus_add_local_table_to_metadata('portal.request_answer');
select citus_add_local_table_to_metadata('portal.sample_load');
select citus_add_local_table_to_metadata('portal.sandbox_bank_order');
select citus_add_local_table_to_metadata('portal.second_factor');
select citus_add_local_table_to_metadata('portal.service_incident');
select citus_add_local_table_to_metadata('portal.service_notice');
select citus_add_local_table_to_metadata('portal.service_notice_event');
select citus_add_local_table_to_metadata('portal.service_standard');
select citus_add_local_table_to_metadata('portal.service_term_change');
select citus_add_local_table_to_metadata('portal.service_watch');
select citus_add_local_table_to_metadata('portal.session');
select citus_add_local_table_to_metadata('portal.sign_in_attempt');
select citus_add_local_table_to_metadata('portal.sign_in_challenge');
select citus_add_local_table_to_metadata('portal.sign_in_event');
select citus_add_local_table_to_metadata('portal.signed_document');
select citus_add_local_table_to_metadata('portal.signer_power');
select citus_add_local_table_to_metadata('portal.slow_call_day');
select citus_add_local_table_to_metadata('portal.staff_action');
select citus_add_local_table_to_metadata('portal.staff_change');
select citus_add_local_table_to_metadata('portal.stored_file');
select citus_add_local_table_to_metadata('portal.supplier_message');
select citus_add_local_table_to_metadata('portal.supplier_message_delivery');
select citus_add_local_table_to_metadata('portal.supplier_message_dispatch');
select citus_add_local_table_to_metadata('portal.supplier_message_notice');
select citus_add_local_table_to_metadata('portal.supplier_message_read');
select citus_add_local_table_to_metadata('portal.supplier_message_target');
select citus_add_local_table_to_metadata('portal.used_work');
select citus_add_local_table_to_metadata('portal.user_count_day');
select citus_add_local_table_to_metadata('portal.user_count_hour');
select citus_add_local_table_to_metadata('portal.user_count_minute');
select citus_add_local_table_to_metadata('portal.viewing');
select citus_add_local_table_to_metadata('portal.work_calendar');
select citus_add_local_table_to_metadata('portal.work_calendar_day');
select citus_add_local_table_to_metadata('portal.workbook_check');
select citus_add_local_table_to_metadata('portal.write_probe');
select citus_add_local_table_to_metadata('portal.wrong_code_count');
\endif
