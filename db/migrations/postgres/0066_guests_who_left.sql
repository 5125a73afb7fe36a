-- A sign-up that no one confirms is removed, also where its guest had left before.
ALTER TABLE registrations DROP COLUMN former;
