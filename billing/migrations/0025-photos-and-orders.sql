-- Which photos are named by readings.
create index reading_submissions_by_photo on billing.reading_submission (photo_id) where photo_id is not null;
