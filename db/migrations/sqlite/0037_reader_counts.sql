-- How many readers are new within a month, and how many were suppressed.
CREATE INDEX subscribers_confirmed_at ON subscribers (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX subscribers_suppressed_at ON subscribers (suppressed_at) WHERE suppressed_at IS NOT NULL;
