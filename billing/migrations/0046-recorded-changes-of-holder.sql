-- Changes of holder by the moment they were recorded: a job makes the closing bills of the recent ones (decision 0155).
create index master_data_changes_holder_recorded_at_idx on billing.master_data_change (recorded_at) where kind = 'holder';
