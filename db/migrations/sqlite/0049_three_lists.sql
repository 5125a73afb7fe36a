-- Of the mails to people who were erased it is only counted that they came back, not whether for good.
ALTER TABLE erased_deliveries ADD COLUMN bounces integer NOT NULL DEFAULT 0 CHECK (bounces >= 0);
UPDATE erased_deliveries SET bounces = hard_bounces + soft_bounces;
ALTER TABLE erased_deliveries DROP COLUMN hard_bounces;
ALTER TABLE erased_deliveries DROP COLUMN soft_bounces;
